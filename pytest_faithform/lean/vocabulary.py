"""Word lists, and the words that begin a tactic: they tell a new tactic from the continuation of a term, and Lean from
prose."""

from __future__ import annotations

__all__ = ["TACTICS", "words"]


def words(text: str) -> frozenset[str]:
    """The words of a list written as a string."""
    return frozenset(text.split())


TACTICS = words(
    """have haveI obtain suffices show let letI set exact refine refine' apply intro intros rcases rintro cases cases'
    induction induction' constructor rw rwa erw rewrite simp simpa simp_all simp_arith simp_rw dsimp linarith nlinarith
    norm_num norm_num1 norm_cast push_cast ring ring_nf ring1 omega use by_contra by_contra! by_cases calc field_simp
    positivity sorry admit grind decide rfl subst subst_vars aesop nth_rewrite nth_rw gcongr bound ext funext congr
    specialize left right exfalso contradiction assumption trivial unfold rw_mod_cast exact_mod_cast rotate_left
    rotate_right swap next case interval_cases fin_cases split split_ifs choose lift nontriviality polyrith tauto zify
    qify rify push_neg contrapose contrapose! wlog convert conv rename_i rename clear generalize existsi exists
    infer_instance native_decide first repeat repeat' try any_goals all_goals iterate skip done stop delta change
    symm trans apply_fun linear_combination match fun if eapply fapply injection injections replace revert bv_decide
    abel noncomm_ring group measurability continuity fun_prop slim_check plausible exact? apply? simp? nofun nomatch
    absurd beta_reduce mono nlinarith! linarith! cc finish library_search assumption' inhabit subsingleton
    exacts mod_cases decreasing_tactic unfold_let clear_value induction_on strong_induction_on ac_rfl and_intros"""
)
