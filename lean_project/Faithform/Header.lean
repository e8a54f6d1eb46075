import Mathlib
import Aesop

/-! What every formalization is elaborated on where Mathlib is at hand, as the backends send it (`HEADER` in
`pytest_faithform/lean/backends/probed.py`). Nothing may be bound implicitly, so that a misspelt or look-alike name is an
error and not a fresh variable; nothing is opened, which is the formalization's own business. -/

set_option maxHeartbeats 400000
set_option autoImplicit false
set_option relaxedAutoImplicit false
