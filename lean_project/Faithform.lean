import Faithform.Header
