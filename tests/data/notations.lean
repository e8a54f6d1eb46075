-- Each notation of the prelude with the binders that Mathlib's takes, and what it stands for.
open Real Nat
example : (∀ᶠ n : ℕ in Filter.atTop, (1 : ℝ) / n < 0.01) ↔ (∀ᶠ n in Filter.atTop, (1 : ℝ) / (n : ℕ) < 0.01) := Iff.rfl
example : (∀ᶠ (n : ℕ) in Filter.atTop, n > 3) ↔ (Filter.Eventually (fun n : ℕ => n > 3) Filter.atTop) := Iff.rfl
example : (∃ᶠ (n : ℕ) in Filter.atTop, n > 3) ↔ (Filter.Frequently (fun n : ℕ => n > 3) Filter.atTop) := Iff.rfl
example : (∃ᶠ n in (Filter.atTop : Filter ℕ), n > 3) ↔ (Filter.Frequently (fun n : ℕ => n > 3) Filter.atTop) := Iff.rfl
example : (∃! x : ℕ, x = 3) ↔ (ExistsUnique (fun x : ℕ => x = 3)) := Iff.rfl
example : (∃! x ≥ 3, x = 3) ↔ (ExistsUnique (fun x : ℕ => x ≥ 3 ∧ x = 3)) := Iff.rfl
example : (∃! x ≠ 4, x = 3) ↔ (ExistsUnique (fun x : ℕ => x ≠ 4 ∧ x = 3)) := Iff.rfl
example : (∃! x ∈ [3], x = 3) ↔ (ExistsUnique (fun x : ℕ => x ∈ [3] ∧ x = 3)) := Iff.rfl
example : (∃! (x : ℕ), x = 3) ↔ (ExistsUnique (fun x : ℕ => x = 3)) := Iff.rfl
example : (∑ i ∈ Finset.range 3, i = 3) ↔ (Finset.sum (Finset.range 3) (fun i => i) = 3) := Iff.rfl
example : (∑ i in Finset.range 3, i = 3) ↔ (Finset.sum (Finset.range 3) (fun i => i) = 3) := Iff.rfl
example : (∑ i < 3, i = 3) ↔ (Finset.sum (Finset.Iio 3) (fun i : ℕ => i) = 3) := Iff.rfl
example : (∑ i : Fin 3, i.val = 3) ↔ (Finset.sum Finset.univ (fun i : Fin 3 => i.val) = 3) := Iff.rfl
example : (∑ (i : Fin 3) (j : Fin 4), (i.val + j.val) = 3) ↔ (Finset.sum Finset.univ (fun i : Fin 3 => Finset.sum Finset.univ fun j : Fin 4 => i.val + j.val) = 3) := Iff.rfl
example : (∑ (i ∈ Finset.range 3) (j ∈ Finset.range i), (i + j) = 3) ↔ (Finset.sum (Finset.range 3) (fun i => Finset.sum (Finset.range i) fun j => i + j) = 3) := Iff.rfl
example : (∏ (i j : Fin 3), (i.val + j.val) = 3) ↔ (Finset.prod Finset.univ (fun i : Fin 3 => Finset.prod Finset.univ fun j : Fin 3 => i.val + j.val) = 3) := Iff.rfl
example : (∏ i ∈ Finset.range 3 with i > 1, i = 3) ↔ (Finset.prod (Finset.filter (fun i => i > 1) (Finset.range 3)) (fun i => i) = 3) := Iff.rfl
example : (∑ i : Fin 3 with i.val > 1, i.val = 3) ↔ (Finset.sum (Finset.filter (fun i : Fin 3 => i.val > 1) Finset.univ) (fun i => i.val) = 3) := Iff.rfl
example : (∑ ⟨i, j⟩ ∈ Finset.range 3 ×ˢ Finset.range 3, (i + j) = 3) ↔ (∑ (i, j) ∈ Finset.range 3 ×ˢ Finset.range 3, (i + j) = 3) := Iff.rfl
example : ((⨆ i : ℕ, (i : ℝ)) = 3) ↔ (iSup (fun i : ℕ => (i : ℝ)) = 3) := Iff.rfl
example : ((⨆ (i : ℕ) (j : ℕ), ((i + j : ℕ) : ℝ)) = 3) ↔ (iSup (fun i : ℕ => iSup fun j : ℕ => ((i + j : ℕ) : ℝ)) = 3) := Iff.rfl
example : ((⨆ (i : ℕ) (_ : i < 3), (i : ℝ)) = 3) ↔ (iSup (fun i : ℕ => iSup fun _ : i < 3 => (i : ℝ)) = 3) := Iff.rfl
example : ((⨅ x > (3 : ℝ), x) = 3) ↔ (iInf (fun x : ℝ => iInf fun _ : x > 3 => x) = 3) := Iff.rfl
example : ((⋃ n : ℕ, {n}) = Set.univ) ↔ (Set.iUnion (fun n : ℕ => ({n} : Set ℕ)) = Set.univ) := Iff.rfl
example : ((⋃ (i) (j), {i + j}) = (Set.univ : Set ℕ)) ↔ (Set.iUnion (fun i : ℕ => Set.iUnion fun j : ℕ => {i + j}) = Set.univ) := Iff.rfl
example : ((⋂ i ∈ Finset.range 3, {i}) = (Set.univ : Set ℕ)) ↔ (Set.iInter (fun i => Set.iInter fun _ : i ∈ Finset.range 3 => {i}) = (Set.univ : Set ℕ)) := Iff.rfl
example : ((⋂ (i ≥ 3) (j < i), {i + j}) = (Set.univ : Set ℕ)) ↔ (Set.iInter (fun i : ℕ => Set.iInter fun _ : i ≥ 3 => Set.iInter fun j => Set.iInter fun _ : j < i => {i + j}) = Set.univ) := Iff.rfl
example : (∑' n : ℕ, (1 / 2 : ℝ) ^ n = 2) ↔ (tsum (fun n : ℕ => (1 / 2 : ℝ) ^ n) = 2) := Iff.rfl
example : (∑' (n : ℕ), (1 / 2 : ℝ) ^ n = 2) ↔ (tsum (fun n : ℕ => (1 / 2 : ℝ) ^ n) = 2) := Iff.rfl
example : (∑' (n : ℕ) (m : ℕ), (1 / 2 : ℝ) ^ (n + m) = 2) ↔ (tsum (fun n : ℕ => tsum fun m : ℕ => (1 / 2 : ℝ) ^ (n + m)) = 2) := Iff.rfl
example : (∫ x in (0:ℝ)..1, x ^ 2 = 1 / 3) ↔ (∫ (x : ℝ) in (0:ℝ)..1, x ^ 2 = 1 / 3) := Iff.rfl
example : (∫ x : ℝ in (0:ℝ)..1, x ^ 2 = 1 / 3) ↔ (∫ x in (0:ℝ)..1, x ^ 2 = 1 / 3) := Iff.rfl
example : (∫ x in Set.Icc 0 1, x ^ 2 = 1 / 3) ↔ (∫ (x : ℝ) in Set.Icc 0 1, x ^ 2 = 1 / 3) := Iff.rfl
example : (∫ x : ℝ, x ^ 2 = 1 / 3) ↔ (∫ (x : ℝ), x ^ 2 = 1 / 3) := Iff.rfl
example : (∫ x, x ^ 2 = 1 / 3) ↔ (∫ x : ℝ, x ^ 2 = 1 / 3) := Iff.rfl
example : ({x : ℝ | x > 3} = ∅) ↔ ({x | (x : ℝ) > 3} = ∅) := Iff.rfl
example : ({x > (3 : ℝ) | x < 5} = ∅) ↔ ({x : ℝ | x > 3 ∧ x < 5} = ∅) := Iff.rfl
example : ({x ≠ (3 : ℝ) | x < 5} = ∅) ↔ ({x : ℝ | x ≠ 3 ∧ x < 5} = ∅) := Iff.rfl
example : ({x ∉ ({3} : Set ℝ) | x < 5} = ∅) ↔ ({x : ℝ | x ∉ ({3} : Set ℝ) ∧ x < 5} = ∅) := Iff.rfl
example : ({x ∈ Set.Icc (0 : ℝ) 1 | x < 5} = ∅) ↔ (Set.sep (Set.Icc (0 : ℝ) 1) (fun x => x < 5) = ∅) := Iff.rfl
example : ({x ∈ Finset.range 5 | x < 5} = ∅) ↔ (Finset.filter (fun x => x < 5) (Finset.range 5) = ∅) := Iff.rfl
example : ({x ^ 2 | x : ℝ} = ∅) ↔ ({y | ∃ x : ℝ, x ^ 2 = y} = ∅) := Iff.rfl
example : ({x ^ 2 | (x : ℝ) (_ : x > 3)} = ∅) ↔ ({y | ∃ (x : ℝ) (_ : x > 3), x ^ 2 = y} = ∅) := Iff.rfl
example : ({x ^ 2 | x ∈ Set.Icc (0 : ℝ) 1} = ∅) ↔ ({y | ∃ x ∈ Set.Icc (0 : ℝ) 1, x ^ 2 = y} = ∅) := Iff.rfl
example : ({x ^ 2 + y | (x > (3 : ℝ)) (y < x)} = ∅) ↔ ({z | ∃ x > (3 : ℝ), ∃ y < x, x ^ 2 + y = z} = ∅) := Iff.rfl
example : ({x * y | (x : ℝ) (y : ℝ)} = ∅) ↔ ({z | ∃ x y : ℝ, x * y = z} = ∅) := Iff.rfl
example : ({x | x ∈ Set.Icc (0 : ℝ) 1} = ∅) ↔ (setOf (fun x => x ∈ Set.Icc (0 : ℝ) 1) = ∅) := Iff.rfl
example : ({(x, y) : ℝ × ℝ | x < y} = ∅) ↔ ({p : ℝ × ℝ | match p with | (x, y) => x < y} = ∅) := Iff.rfl
