import Faithform.Header
import Faithform.Probe
