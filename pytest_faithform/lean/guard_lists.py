"""The lists the guard goes by."""

from __future__ import annotations

import unicodedata

from pytest_faithform.lean.vocabulary import words

__all__ = [
    "ALLOWED_ATTRIBUTES",
    "ALLOWED_COMMANDS",
    "ALLOWED_OPTIONS",
    "ALLOWED_OPTION_PREFIXES",
    "ARITHMETIC_CLASSES",
    "CODE_RUNNERS",
    "COMPILER_TRUST",
    "CORE_METHODS",
    "CORE_NAMES",
    "CORE_TYPES",
    "LIBRARY_NAMES",
    "LIBRARY_TYPES",
    "LOOK_ALIKES",
    "META_NAMESPACES",
    "NOTED_COMMANDS",
    "NUMBER_TYPES",
    "PLAIN_TYPES",
    "REJECTED_KEYWORDS",
    "TERM_ELABORATORS",
    "USUAL_SIGNS",
    "invisible",
]

ALLOWED_COMMANDS = words(
    """theorem lemma example def abbrev structure inductive import open namespace section end mutual variable universe
    set_option attribute include omit suppress_compilation unsuppress_compilation"""
)
NOTED_COMMANDS = frozenset(("#check", "#print", "#reduce"))

_CHANGES_READING = "changes how later text is read"
_RUNS_CODE = "runs code while Lean elaborates"
REJECTED_KEYWORDS = {
    **dict.fromkeys(
        words("macro macro_rules syntax elab elab_rules declare_syntax_cat infix infixl infixr prefix postfix"),
        _CHANGES_READING,
    ),
    **dict.fromkeys(words("initialize builtin_initialize run_cmd run_elab run_meta #eval"), _RUNS_CODE),
    "instance": "can give symbols another meaning",
    "class": "can give symbols another meaning",
    "opaque": "hides what it stands for",
    "unsafe": "leaves the logic",
    "export": "gives things other names",
    "alias": "gives things other names",
}

ALLOWED_OPTIONS = words(
    """maxHeartbeats maxRecDepth synthInstance.maxHeartbeats synthInstance.maxSize exponentiation.threshold
    diagnostics"""
)
ALLOWED_OPTION_PREFIXES = ("pp.", "linter.")

ALLOWED_ATTRIBUTES = words(
    """simp simps grind ext refl symm trans congr norm_cast push_cast gcongr aesop positivity mono norm_num
    reducible semireducible irreducible inline always_inline specialize deprecated nolint"""
)

COMPILER_TRUST = words(
    """native_decide bv_decide ofReduceBool ofReduceNat reduceBool reduceNat trustCompiler lcProof lcUnreachable
    unsafeCast"""
)
CODE_RUNNERS = words(
    """run_tac by_elab include_str unif_hint simproc simproc_decl dsimproc dsimproc_decl builtin_simproc
    builtin_dsimproc binder_predicate register_simp_attr register_option register_builtin_option eval_expr
    declare_config_elab implemented_by extern csimp builtin_init app_unexpander app_delab delab"""
)
# Before a `%`: terms that take what they mean from elsewhere.
TERM_ELABORATORS = words("type_of ensure_type_of ensure_expected_type value_of elabToSyntax leading_parser")
META_NAMESPACES = frozenset(("Lean", "IO", "System", "Elab", "Meta", "Command", "Tactic", "Macro", "Lake"))

NUMBER_TYPES = words("Nat Int Rat Real Complex ℕ ℤ ℚ ℝ ℂ")
#: Types whose members are no functions, whatever they are applied to; a set is one only where it is applied.
PLAIN_TYPES = NUMBER_TYPES | words(
    """NNReal ENNReal PNat ENat Fin ZMod BitVec Float Bool Prop String Char List Array Multiset Finset Set Option Polynomial
    ℕ+ ℝ≥0 ℝ≥0∞ ℕ∞ ℚ≥0"""
)
ARITHMETIC_CLASSES = words(
    """Add Sub Mul Div Mod Pow Neg Inv Dvd HAdd HSub HMul HDiv HMod HPow OfNat OfScientific NatCast IntCast RatCast LE LT
    BEq Ord Max Min Zero One Membership Coe CoeTail CoeHead CoeOut CoeFun CoeSort Monoid Group Ring CommRing Field
    LinearOrder PartialOrder Preorder Lattice"""
)

CORE_TYPES = words(
    """Nat Int Rat Fin Bool List Array String Char Option Prod Sum Vector BitVec Float Unit Empty Subtype Sigma Function
    True False And Or Not Iff Eq Ne HEq Exists Classical Decidable ℕ ℤ ℚ"""
)
CORE_METHODS = words(
    """add sub mul div mod pow succ pred gcd lcm abs natAbs toNat floor ceil sqrt factorial choose le lt dvd min max num den
    length sum prod map filter range card id comp intro elim symm trans"""
)
CORE_NAMES = ARITHMETIC_CLASSES | words("max min abs id not and or xor ite dite absurd decide Subsingleton Nonempty")
# Not in core: a text without Mathlib may honestly bring its own, but a reader must look at what it is.
LIBRARY_NAMES = words(
    """Set Finset Multiset Even Odd Prime Coprime Injective Surjective Bijective gcd lcm factorial choose sqrt log exp
    sin cos floor ceil round Dvd Irrational Monotone StrictMono"""
)


#: Types of Mathlib, or of the prelude.
LIBRARY_TYPES = words("Set Finset Multiset Matrix Polynomial ZMod NNReal PNat ENNReal Real Complex ℝ ℂ Nat Int Rat")

#: What the signs of Lean, Mathlib and the prelude begin with.
USUAL_SIGNS = frozenset(
    "+-*/%^=<>≤≥≠∣∤∧∨¬→←↔∀∃∄∈∉∋⊆⊂⊇⊃⊈∪∩⋃⋂∖\\∘×·∙•⬝∑∏∐∫∮√∛∜|‖!:;,.()[]{}⟨⟩⦃⦄⟦⟧⌊⌋⌈⌉⟮⟯ℝℂℕℤℚ≈≃≅≡≢∼≪≫⊔⊓⊤⊥⊢⊨⊕⊗⊖⊙∅↑↓⇑↥↦↪↠⟶⟹⟺⥤▸▹◃⊲"
    "⁻ᶜᵀᴴˣᵐ∂‼¡∞∠⟂⊥∥ℵ𝓝𝓟⨆⨅⨁⨂⨯∗#@$&?~'°′″ₘ◁▷←_"
)
_UNSEEN = frozenset(("Cf", "Cc", "Zl", "Zp", "Zs", "Cn", "Co"))


def invisible(char: str) -> bool:
    """Controls, directional marks, joiners and the white space that Lean does not read as such."""
    if char in "\n\t\r ":
        return False
    return unicodedata.category(char) in _UNSEEN or char in "\u115f\u1160\u3164\uffa0\u034f"


_LATIN_TWINS = {
    # Greek capitals and omicron
    "Α": "A", "Β": "B", "Ε": "E", "Ζ": "Z", "Η": "H", "Ι": "I", "Κ": "K", "Μ": "M", "Ν": "N", "Ο": "O", "Ρ": "P",
    "Τ": "T", "Υ": "Y", "Χ": "X", "ο": "o",
    # Cyrillic
    "А": "A", "В": "B", "Е": "E", "К": "K", "М": "M", "Н": "H", "О": "O", "Р": "P", "С": "C", "Т": "T", "У": "Y",
    "Х": "X", "І": "I", "Ј": "J", "Ѕ": "S", "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "у": "y", "х": "x",
    "і": "i", "ј": "j", "ѕ": "s", "һ": "h", "ԁ": "d", "ԛ": "q", "ԝ": "w",
    # letters of their own that are drawn as Latin ones
    "\u212a": "K", "ı": "i", "ſ": "f", "ℓ": "l",
    # symbols
    "∶": ":", "⁎": "*", "∗": "*", "−": "-", "‐": "-", "‑": "-", "⁄": "/", "∕": "/", "꞊": "=", "＝": "=", "＜": "<",
    "＞": ">", "˂": "<", "˃": ">",
}  # fmt: skip
_FULL_WIDTH = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
LOOK_ALIKES = {ord(strange): plain for strange, plain in (_FULL_WIDTH | _LATIN_TWINS).items()}
