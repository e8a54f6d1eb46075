-- Statements in the manner of formalized textbook, contest and course mathematics, written for this project. Each stands on one
-- line after what the portfolio is expected to make of it on the prelude, or `elaborates` where only that is expected.

-- proved
theorem everyday_1 (x : ℝ) (h₀ : 3 * x + 7 = 22) : x = 5
-- refuted
theorem everyday_2 (x : ℝ) (h₀ : 3 * x + 7 = 22) : x = 6
-- elaborates
theorem everyday_3 (x y : ℝ) (h₀ : x + y = 10) (h₁ : x * y = 21) : x ^ 2 + y ^ 2 = 58
-- proved
theorem everyday_4 (a b c : ℝ) : a ^ 2 + b ^ 2 + c ^ 2 ≥ a * b + b * c + c * a
-- elaborates
theorem everyday_5 (n : ℕ) (h : n % 7 = 3) : (n ^ 2 + 5) % 7 = 0
-- proved
theorem everyday_6 : Nat.gcd 180 168 = 12
-- elaborates
theorem everyday_7 : (Finset.filter (fun n => n % 3 = 0 ∨ n % 5 = 0) (Finset.range 100)).card = 47
-- proved
theorem everyday_8 : ∑ k ∈ Finset.Icc 1 100, k = 5050
-- elaborates
theorem everyday_9 : ∑ k in Finset.range 11, (2 * k + 1) = 121
-- proved
theorem everyday_10 (f : ℝ → ℝ) (h : ∀ x, f x = 2 * x ^ 2 - 3 * x + 1) : f 4 = 21
-- elaborates
theorem everyday_11 (f g : ℝ → ℝ) (hf : ∀ x, f x = x + 4) (hg : ∀ x, g x = x ^ 2) : f (g 3) + g (f 1) = 38
-- elaborates
theorem everyday_12 : Real.sqrt 144 = 12
-- elaborates
theorem everyday_13 (x : ℝ) (hx : 0 ≤ x) (h : √x = 5) : x = 25
-- proved
theorem everyday_14 : Real.logb 2 64 = 6
-- elaborates
theorem everyday_15 : Real.log (Real.exp 3) = 3
-- proved
theorem everyday_16 : (8 : ℝ) ^ ((1 : ℝ) / 3) = 2
-- elaborates
theorem everyday_17 : ⌊(7 / 2 : ℝ)⌋ = 3
-- elaborates
theorem everyday_18 : ⌈(7 / 2 : ℝ)⌉ + ⌊-(7 / 2 : ℝ)⌋ = 0
-- proved
theorem everyday_19 (S : Finset ℕ) (h : ∀ n, n ∈ S ↔ 0 < n ∧ n ∣ 36) : S.card = 9
-- elaborates
theorem everyday_20 (S : Finset ℤ) (h : ∀ n : ℤ, n ∈ S ↔ n ^ 2 ≤ 20) : S.card = 9
-- proved
theorem everyday_21 : Nat.Prime 97
-- refuted
theorem everyday_22 : Nat.Prime 91
-- elaborates
theorem everyday_23 : Nat.choose 10 3 = 120
-- elaborates
theorem everyday_24 : (6 : ℕ)! = 720
-- proved
theorem everyday_25 : (Nat.digits 10 12345).sum = 15
-- elaborates
theorem everyday_26 : (∑ d ∈ Nat.divisors 28, d) = 56
-- elaborates
theorem everyday_27 : Nat.totient 36 = 12
-- elaborates
theorem everyday_28 (x : ZMod 13) (h : x = 5) : x ^ 4 = 1
-- elaborates
theorem everyday_29 : (3 : ZMod 7)⁻¹ = 5
-- elaborates
theorem everyday_30 (a b : ℤ) (h₁ : a ≡ 3 [ZMOD 11]) (h₂ : b ≡ 5 [ZMOD 11]) : a * b ≡ 4 [ZMOD 11]
-- elaborates
theorem everyday_31 (n : ℤ) : Even (n * (n + 1))
-- elaborates
theorem everyday_32 (n : ℤ) (h : Odd n) : n ^ 2 % 8 = 1
-- elaborates
theorem everyday_33 : IsLeast {x : ℝ | 2 ≤ x} 2
-- elaborates
theorem everyday_34 : IsGreatest {n : ℕ | n ∣ 48 ∧ n ∣ 36} 12
-- elaborates
theorem everyday_35 (x : ℝ) : |x| ≥ 0
-- proved
theorem everyday_36 (x : ℝ) (h : |x - 3| = 5) : x = 8 ∨ x = -2
-- elaborates
theorem everyday_37 (x : ℝ) (h : |x - 3| < 2) : x ∈ Set.Ioo 1 5
-- elaborates
theorem everyday_38 : Function.Injective (fun x : ℝ => 2 * x + 1)
-- elaborates
theorem everyday_39 : Function.Bijective (fun x : ℝ => 3 * x - 2)
-- elaborates
theorem everyday_40 : StrictMono (fun x : ℝ => 5 * x)
-- elaborates
theorem everyday_41 : Function.Injective (fun x : ℝ => x ^ 2)
-- elaborates
theorem everyday_42 (z : ℂ) (h : z = 3 + 4 * Complex.I) : z.re = 3
-- elaborates
theorem everyday_43 : Complex.abs (3 + 4 * Complex.I) = 5
-- elaborates
theorem everyday_44 : ‖(3 + 4 * Complex.I : ℂ)‖ = 5
-- elaborates
theorem everyday_45 : (1 + Complex.I) ^ 4 = -4
-- elaborates
theorem everyday_46 (z : ℂ) : starRingEnd ℂ z * z = Complex.normSq z
-- elaborates
theorem everyday_47 (z : ℂ) (h : z ^ 3 = 1) (h1 : z ≠ 1) : z ^ 2 + z + 1 = 0
-- proved
theorem everyday_48 : Real.sin (Real.pi / 6) = 1 / 2
-- elaborates
theorem everyday_49 (x : ℝ) : Real.sin (2 * x) = 2 * Real.sin x * Real.cos x
-- elaborates
theorem everyday_50 : Real.cos (2 * Real.pi / 3) = -1 / 2
-- elaborates
theorem everyday_51 : Real.tan (π / 4) = 1
-- elaborates
theorem everyday_52 (x : ℝ) (h : 0 < x) : Real.log x ≤ x - 1
-- elaborates
theorem everyday_53 : Irrational (√2)
-- elaborates
theorem everyday_54 : Set.ncard {n : ℕ | n < 10 ∧ Even n} = 5
-- elaborates
theorem everyday_55 : {x : ℝ | x ^ 2 - 5 * x + 6 = 0} = {2, 3}
-- elaborates
theorem everyday_56 : (Set.Icc 0 1 : Set ℝ) ⊆ Set.Icc (-1) 2
-- elaborates
theorem everyday_57 (A B : Set ℕ) (h : A ⊆ B) : A ∩ B = A
-- elaborates
theorem everyday_58 {α : Type*} (A B C : Set α) : A ∩ (B ∪ C) = (A ∩ B) ∪ (A ∩ C)
-- elaborates
theorem everyday_59 (A : Set ℕ) : Aᶜᶜ = A
-- elaborates
theorem everyday_60 (f : ℕ → ℕ) (h : ∀ m n, f (m + n) = f m + f n) (h1 : f 1 = 2) : f 5 = 10
-- elaborates
theorem everyday_61 (f : ℝ → ℝ) (hf : ∀ x y, f (x + y) = f x + f y) (hc : Continuous f) : ∃ c, ∀ x, f x = c * x
-- elaborates
theorem everyday_62 (f : ℝ → ℝ) (hf : Differentiable ℝ f) (h : ∀ x, deriv f x = 0) : ∃ c, ∀ x, f x = c
-- elaborates
theorem everyday_63 (a : ℕ → ℝ) (h : ∀ n, a n = 1 / (n + 1)) : Filter.Tendsto a Filter.atTop (nhds 0)
-- elaborates
theorem everyday_64 : ∫ x in (0 : ℝ)..1, x ^ 2 = 1 / 3
-- elaborates
theorem everyday_65 : ∑' n : ℕ, (1 / 2 : ℝ) ^ n = 2
-- elaborates
theorem everyday_66 : deriv (fun x : ℝ => x ^ 2) 3 = 6
-- elaborates
theorem everyday_67 (p : Polynomial ℝ) (h : p = Polynomial.X ^ 2 - 3 * Polynomial.X + 2) : p.eval 1 = 0
-- elaborates
theorem everyday_68 (P : Polynomial ℤ) (h : P.eval 0 = 1) : P.coeff 0 = 1
-- elaborates
theorem everyday_69 (M : Matrix (Fin 2) (Fin 2) ℝ) (h : M = !![1, 2; 3, 4]) : M.det = -2
-- elaborates
theorem everyday_70 {G : Type*} [Group G] (a b : G) (h : a * b = 1) : b = a⁻¹
-- elaborates
theorem everyday_71 {G : Type*} [Group G] (h : ∀ x : G, x * x = 1) : ∀ a b : G, a * b = b * a
-- elaborates
theorem everyday_72 {R : Type*} [Ring R] (a : R) : a * 0 = 0
-- elaborates
theorem everyday_73 {F : Type*} [Field F] (a b : F) (h : a * b = 0) : a = 0 ∨ b = 0
-- elaborates
theorem everyday_74 (a b : ℕ) (h : Nat.Coprime a b) : Nat.gcd a b = 1
-- elaborates
theorem everyday_75 (p : ℕ) (hp : p.Prime) (h : p ∣ 10) : p = 2 ∨ p = 5
-- elaborates
theorem everyday_76 (p : ℕ) [Fact p.Prime] (a : ZMod p) (h : a ≠ 0) : a ^ (p - 1) = 1
-- elaborates
theorem everyday_77 (n : ℕ) (hn : 0 < n) : ∑ i ∈ Finset.range n, (i : ℝ) = n * (n - 1) / 2
-- elaborates
theorem everyday_78 (n : ℕ) : ∑ i : Fin n, (i : ℕ) = n * (n - 1) / 2
-- elaborates
theorem everyday_79 (n : ℕ) : ∏ i ∈ Finset.Icc 1 n, i = n !
-- elaborates
theorem everyday_80 : ∃! n : ℕ, n > 0 ∧ n ^ 2 = 16
-- elaborates
theorem everyday_81 : ∃! p : ℕ × ℕ, p.1 + p.2 = 0
-- elaborates
theorem everyday_82 : ∃ x y : ℤ, 3 * x + 5 * y = 1
-- elaborates
theorem everyday_83 : ∃ x > 0, x ^ 2 = (4 : ℝ)
-- elaborates
theorem everyday_84 (s : Finset ℕ) (h : s = {1, 2, 3}) : ∑ x ∈ s, x ^ 2 = 14
-- elaborates
theorem everyday_85 : (Finset.Icc 1 10).sum (fun x => x) = 55
-- elaborates
theorem everyday_86 : Finset.card ((Finset.Icc (1 : ℤ) 20).filter (fun n => 3 ∣ n)) = 6
-- elaborates
theorem everyday_87 : (Finset.univ : Finset (Fin 5)).card = 5
-- elaborates
theorem everyday_88 : Finset.card (Finset.filter (fun p : ℕ × ℕ => p.1 + p.2 = 5) (Finset.range 6 ×ˢ Finset.range 6)) = 6
-- elaborates
theorem everyday_89 : (Finset.powerset {1, 2, 3} : Finset (Finset ℕ)).card = 8
-- elaborates
theorem everyday_90 : Set.encard {x : ℝ | x ^ 2 = 4} = 2
-- elaborates
theorem everyday_91 (x : ℝ) (hx : x ∈ Set.Icc (0 : ℝ) 1) : x ^ 2 ≤ x
-- elaborates
theorem everyday_92 (x y : ℝ) (hx : 0 < x) (hy : 0 < y) : (x + y) / 2 ≥ √(x * y)
-- elaborates
theorem everyday_93 (a b c : ℝ) (ha : a > 0) (hb : b > 0) (hc : c > 0) (h : a * b * c = 1) : a + b + c ≥ 3
-- elaborates
theorem everyday_94 (x : ℝ≥0) : 0 ≤ x
-- elaborates
theorem everyday_95 (n : ℕ+) : 1 ≤ n
-- elaborates
theorem everyday_96 (f : ℕ+ → ℕ+) (h : ∀ m n : ℕ+, f (m * n) = f m * f n) : f 1 = 1
-- elaborates
theorem everyday_97 : Int.gcd 12 (-18) = 6
-- elaborates
theorem everyday_98 : Int.natAbs (-5) = 5
-- elaborates
theorem everyday_99 (n : ℕ) (h : Nat.sqrt n = 3) : n < 16
-- elaborates
theorem everyday_100 : Nat.log 2 1024 = 10
-- elaborates
theorem everyday_101 : Nat.lcm 4 6 = 12
-- elaborates
theorem everyday_102 : padicValNat 2 24 = 3
-- elaborates
theorem everyday_103 : Nat.factorization 24 2 = 3
-- elaborates
theorem everyday_104 : (24 : ℕ).primeFactors.card = 2
-- elaborates
theorem everyday_105 : ArithmeticFunction.sigma 1 6 = 12
-- elaborates
theorem everyday_106 : Squarefree 30
-- elaborates
theorem everyday_107 : IsCoprime (3 : ℤ) 5
-- elaborates
theorem everyday_108 (a b : ℤ) : a ∣ b ↔ ∃ c, b = a * c
-- elaborates
theorem everyday_109 (x : ℚ) (h : x = 3 / 6) : x.num + x.den = 3
-- elaborates
theorem everyday_110 : IsSquare (49 : ℕ)
-- elaborates
theorem everyday_111 (u : ℕ → ℤ) (h0 : u 0 = 1) (h : ∀ n, u (n + 1) = 2 * u n + 1) : u 5 = 63
-- elaborates
theorem everyday_112 (a : ℕ → ℝ) (h0 : a 0 = 1) (h : ∀ n : ℕ, n ≥ 1 → a n = a (n - 1) + 2) : a 10 = 21
-- elaborates
theorem everyday_113 (x y z : ℝ) (h : x / y = 2) (h2 : y / z = 3) (hz : z ≠ 0) (hy : y ≠ 0) : x / z = 6
-- elaborates
theorem everyday_114 : Real.exp 0 = 1 ∧ Real.log 1 = 0
-- elaborates
theorem everyday_115 : Real.arctan 1 = π / 4
-- elaborates
theorem everyday_116 : Real.arcsin 1 = π / 2
-- elaborates
theorem everyday_117 : Real.sinh 0 = 0
-- elaborates
theorem everyday_118 : sSup {x : ℝ | x < 1} = 1
-- elaborates
theorem everyday_119 : sInf {n : ℕ | n > 3} = 4
-- elaborates
theorem everyday_120 : ⨆ x : ℝ, Real.sin x = 1
-- elaborates
theorem everyday_121 (P Q : Prop) : ¬(P ∧ Q) ↔ ¬P ∨ ¬Q
-- elaborates
theorem everyday_122 (f : ℝ → ℝ) (h : ∀ x, f (-x) = -f x) : f 0 = 0
-- elaborates
theorem everyday_123 (f : ℝ → ℝ) : Monotone f → ∀ x y, x ≤ y → f x ≤ f y
-- elaborates
theorem everyday_124 (f : ℝ → ℝ) (h : StrictMonoOn f (Set.Icc 0 1)) : f 0 < f 1
-- elaborates
theorem everyday_125 (f : ℝ → ℝ) (h : ConvexOn ℝ Set.univ f) : f ((0 + 1) / 2) ≤ (f 0 + f 1) / 2
-- elaborates
theorem everyday_126 (A B C : EuclideanSpace ℝ (Fin 2)) (h : dist A B = 3) : dist B A = 3
-- elaborates
theorem everyday_127 : (![1, 2, 3] : Fin 3 → ℝ) 1 = 2
-- elaborates
theorem everyday_128 (x : ℝ) (n : ℕ) (h : x ^ n = 0) : x = 0
-- elaborates
theorem everyday_129 (x : ℝ) : ⌊x⌋₊ = ⌊x⌋.toNat
-- elaborates
theorem everyday_130 (x : ℝ) : Int.fract x < 1
-- elaborates
theorem everyday_131 (x : ℝ) : round x = ⌊x + 1 / 2⌋
-- elaborates
theorem everyday_132 (x : ℝ) (h : x ≠ 0) : x * x⁻¹ = 1
-- elaborates
theorem everyday_133 : (Set.univ : Set ℝ) = {x | x = x}
-- elaborates
theorem everyday_134 : Set.Infinite {p : ℕ | p.Prime}
-- elaborates
theorem everyday_135 : Set.Finite {n : ℕ | n < 5}
-- elaborates
theorem everyday_136 : Nat.card (Fin 3) = 3
-- elaborates
theorem everyday_137 : {x : ℕ | ∃ k, x = 2 * k} = {x | Even x}
-- elaborates
theorem everyday_138 : {n ^ 2 | n : ℕ} ⊆ Set.univ
-- elaborates
theorem everyday_139 : {(x, y) : ℝ × ℝ | x + y = 1} = {p | p.1 + p.2 = 1}
-- elaborates
theorem everyday_140 : ∑ i ∈ Finset.range 3, ∑ j ∈ Finset.range 3, i * j = 9
-- elaborates
theorem everyday_141 : ∑ x ∈ Finset.range 10 with x % 2 = 0, x = 20
-- elaborates
theorem everyday_142 : ∑ x ∈ {1, 2, 3}, x = 6
-- elaborates
theorem everyday_143 (x y : ℝ) : max x y + min x y = x + y
-- elaborates
theorem everyday_144 (s : Multiset ℕ) (h : s = {1, 1, 2}) : s.card = 3
-- elaborates
theorem everyday_145 (l : List ℕ) (h : l = [1, 2, 3]) : l.sum = 6
-- elaborates
theorem everyday_146 : Nat.fib 10 = 55
-- elaborates
theorem everyday_147 (n : ℕ) : n.succ.factorial = (n + 1) * n.factorial
-- elaborates
theorem everyday_148 (a b : ℝ) (h : a < b) : ∃ q : ℚ, a < q ∧ q < b
-- elaborates
theorem everyday_149 : ∀ ε > 0, ∃ N : ℕ, ∀ n ≥ N, (1 : ℝ) / (n + 1) < ε
-- elaborates
theorem everyday_150 (f : ℤ → ℤ) : (∀ x y, f (x + y) = f x + f y) ↔ ∃ c, ∀ x, f x = c * x
-- elaborates
theorem everyday_151 : ∀ n : ℕ, 0 < n → (n : ℝ) ≠ 0
-- elaborates
theorem everyday_152 (x y : ℝ) (h : (x, y) = (1, 2)) : x + y = 3
-- elaborates
theorem everyday_153 (m n : ℕ) (h : ({m, n} : Set ℕ) = {1, 2}) : m + n = 3
-- elaborates
theorem everyday_154 (θ : ℝ) (h : Real.sin θ = 3 / 5) (h2 : 0 < θ ∧ θ < Real.pi / 2) : Real.cos θ = 4 / 5
-- elaborates
theorem everyday_155 (n : ℕ) (h : 2 ≤ n) : ¬ Nat.Prime (n ^ 2 - 1) ∨ n = 2
-- elaborates
theorem everyday_156 : (5 / 2 : ℚ) = 2.5
-- elaborates
theorem everyday_157 : (2 : ℝ) ^ (-1 : ℤ) = 1 / 2
-- elaborates
theorem everyday_158 : (4 : ℝ) ^ (1 / 2 : ℝ) = 2
-- elaborates
theorem everyday_159 : Real.sqrt (3 + 2 * √2) = 1 + √2
-- elaborates
theorem everyday_160 (x : ℝ) (h : Real.logb 3 x = 4) (hx : 0 < x) : x = 81
-- elaborates
theorem everyday_161 (n : ℕ) : (n : ℤ) ^ 2 ≥ 0
-- elaborates
theorem everyday_162 {a b c : ℝ} (hab : a ≤ b) (hbc : b ≤ c) : a ≤ c
-- elaborates
theorem everyday_163 {x y : ℤ} : x ^ 2 - y ^ 2 = (x + y) * (x - y)
-- elaborates
theorem everyday_164 (a b : ℕ) : a ∣ b → b ∣ a → a = b
-- elaborates
theorem everyday_165 : ¬ ∃ x : ℚ, x ^ 2 = 2
-- elaborates
theorem everyday_166 : ∀ x : ℝ, x ≠ 1 → (x ^ 2 - 1) / (x - 1) = x + 1
-- elaborates
theorem everyday_167 (k : ℝ) : (∃! x : ℝ, x ^ 2 + k * x + 1 = 0) ↔ k = 2 ∨ k = -2
-- elaborates
theorem everyday_168 (a b c d : ℕ) (h : a ≤ 9 ∧ b ≤ 9 ∧ c ≤ 9 ∧ d ≤ 9) (h2 : Nat.ofDigits 10 [a, b, c, d] = 1234) : a = 4
-- elaborates
theorem everyday_169 (x : ℕ) (h : 2 ^ x = 32) : x = 5
-- elaborates
theorem everyday_170 : Nat.nth Nat.Prime 0 = 2
-- elaborates
theorem everyday_171 : (Nat.count Nat.Prime 10) = 4
-- elaborates
theorem everyday_172 : ∃ f : ℝ → ℝ, ∀ x, f x = x
-- elaborates
theorem everyday_173 (X : Type*) [Fintype X] [DecidableEq X] (h : Fintype.card X = 3) : Fintype.card (X × X) = 9
-- elaborates
theorem everyday_174 (X : Type*) [TopologicalSpace X] (U V : Set X) (hU : IsOpen U) (hV : IsOpen V) : IsOpen (U ∩ V)
-- elaborates
theorem everyday_175 (X : Type*) [MetricSpace X] (x y : X) : dist x y ≥ 0
-- elaborates
theorem everyday_176 {V : Type*} [AddCommGroup V] [Module ℝ V] (v : V) : (0 : ℝ) • v = 0
-- elaborates
theorem everyday_177 (x : ℝ) : x ∈ Set.Ici 0 ↔ 0 ≤ x
-- elaborates
theorem everyday_178 (f : ℝ → ℝ) (h : ∀ x ∈ Set.Ioi (0 : ℝ), f x > 0) : f 1 > 0
-- elaborates
theorem everyday_179 (A : Finset ℕ) (hA : A ⊆ Finset.Icc 1 10) : A.card ≤ 10
-- elaborates
theorem everyday_180 (A : Finset ℕ) (hA : A = Finset.filter (fun n => Nat.Prime n) (Finset.range 20)) : A.card = 8
-- elaborates
theorem everyday_181 : (Finset.range 5).prod (fun i => i + 1) = 120
-- elaborates
theorem everyday_182 : Finset.sup (Finset.range 5) id = 4
-- elaborates
theorem everyday_183 : Finset.max' {1, 2, 3} (by decide) = 3
-- elaborates
theorem everyday_184 (x y : ℝ) (h : x ^ 2 + y ^ 2 = 1) : ∃ t, x = Real.cos t ∧ y = Real.sin t
-- elaborates
theorem everyday_185 (a r : ℝ) (h : |r| < 1) : ∑' n : ℕ, a * r ^ n = a / (1 - r)
-- elaborates
theorem everyday_186 (a b : ℤ) : Int.emod (a + b) 2 = Int.emod (a - b) 2
-- elaborates
theorem everyday_187 (n : ℕ) : n.choose 2 = n * (n - 1) / 2
-- elaborates
theorem everyday_188 : 3 ∣ 10 ^ 5 - 1 ∧ ¬ 4 ∣ 6
-- elaborates
theorem everyday_189 (x : ℝ) : Real.exp x = ∑' n : ℕ, x ^ n / n !
-- elaborates
theorem everyday_190 (a b : ℕ) (h : a.Coprime b) : b.Coprime a
-- elaborates
theorem everyday_191 (x : ℝ) (hx : 0 < x) : HasDerivAt Real.log (1 / x) x
-- elaborates
theorem everyday_192 (f : ℝ → ℝ) (h : ContDiff ℝ 2 f) : Continuous f
-- elaborates
theorem everyday_193 (x : ℂ) : Complex.exp (x + 2 * Real.pi * Complex.I) = Complex.exp x
-- elaborates
theorem everyday_194 (z : ℂ) : Complex.abs z ^ 2 = z.re ^ 2 + z.im ^ 2
-- elaborates
theorem everyday_195 : Complex.I ^ 2 = -1 ∧ Complex.arg 1 = 0
-- elaborates
theorem everyday_196 (x : ℝ) : (x : ℂ).re = x
-- elaborates
theorem everyday_197 (n : ℕ) (a : Fin n → ℝ) (h : ∀ i, 0 ≤ a i) : 0 ≤ ∑ i, a i
-- elaborates
theorem everyday_198 (f : ℕ → ℝ) (hf : Summable f) : Filter.Tendsto f Filter.atTop (nhds 0)
-- elaborates
theorem everyday_199 (n : ℕ) (hn : n ≠ 0) : (∑ k ∈ Finset.range n, (1 : ℚ) / ((k + 1) * (k + 2))) = n / (n + 1)
-- elaborates
theorem everyday_200 (f : ℝ → ℝ) (hf : f = fun x => x ^ 2 + 1) : f 2 = 5
-- elaborates
theorem everyday_201 (n : ℕ) (h₀ : n = 11) : (1 / 4 : ℚ) ^ n < 1
-- elaborates
theorem everyday_202 (a b c : ℕ) (h : a ^ 2 + b ^ 2 = c ^ 2) (ha : 0 < a) : c > b
-- elaborates
theorem everyday_203 (S : Set ℝ) (hS : S = {x : ℝ | ∃ n : ℕ, x = 1 / (n + 1)}) : IsGreatest S 1
-- elaborates
theorem everyday_204 : IsLUB {x : ℝ | x < 2} 2
-- elaborates
theorem everyday_205 (s : Set ℝ) (hs : BddAbove s) (hn : s.Nonempty) : ∃ x, IsLUB s x
-- elaborates
theorem everyday_206 : (fun x : ℝ => x + 1) ∘ (fun x => x - 1) = id
-- elaborates
theorem everyday_207 (f : ℝ → ℝ) : (∀ x, f (f x) = x) ↔ f ∘ f = id
-- elaborates
theorem everyday_208 (f : ℕ → ℕ) (n : ℕ) : f^[n + 1] 0 = f (f^[n] 0)
-- elaborates
theorem everyday_209 (σ : Equiv.Perm (Fin 4)) : σ.symm (σ 2) = 2
-- elaborates
theorem everyday_210 (x y : ℕ) (hxy : x ≠ y) (h : Nat.lcm x y = 12) : x * y ≤ 144
-- elaborates
theorem everyday_211 (a b : ℝ) (hab : a ≠ b) : ∃ c ∈ Set.Ioo (min a b) (max a b), True
-- elaborates
theorem everyday_212 (P : ℤ[X]) (h : P.natDegree = 2) (h1 : P.Monic) : P.coeff 2 = 1
-- elaborates
theorem everyday_213 (A B : Matrix (Fin 2) (Fin 2) ℝ) (h : A * B = 1) : B * A = 1
-- elaborates
theorem everyday_214 (A : Matrix (Fin 3) (Fin 3) ℚ) (h : A = !![1, 0, 0; 0, 2, 0; 0, 0, 3]) : A.det = 6 ∧ A.trace = 6
-- elaborates
theorem everyday_215 (v : EuclideanSpace ℝ (Fin 2)) (h : v = !₂[3, 4]) : ‖v‖ = 5
-- elaborates
theorem everyday_216 (S : Set ℝ) (hS : S.Finite) : BddAbove S
-- elaborates
theorem everyday_217 (f : ℝ → ℝ) (h : ∀ x, deriv f x = f x) (h0 : f 0 = 1) : ∀ x, f x = Real.exp x
-- elaborates
theorem everyday_218 (a : ℕ → ℝ) (L : ℝ) (h : Tendsto a atTop (𝓝 L)) : Tendsto (fun n => 2 * a n) atTop (𝓝 (2 * L))
-- elaborates
theorem everyday_219 (f : ℝ → ℝ) (hf : ContinuousOn f (Set.Icc 0 1)) : ∃ c ∈ Set.Icc (0 : ℝ) 1, ∀ x ∈ Set.Icc (0 : ℝ) 1, f x ≤ f c
-- elaborates
theorem everyday_220 : ∃ᶠ n in atTop, Nat.Prime n
-- elaborates
theorem everyday_221 (x : ℝ) : HasSum (fun n : ℕ => x ^ n / n !) (Real.exp x)
-- refuted
theorem everyday_222 (a b : ℝ) (h : a + b = 10) : a * b ≤ 24
-- refuted
theorem everyday_223 (f : ℝ → ℝ) (h : ∀ x y, f (x + y) = f x + f y) (h₁ : f 1 = 3) : f 2 = 5
-- refuted
theorem everyday_224 (x : ℝ) (h : x ^ 2 = x + 1) : x ≤ 0
-- refuted
theorem everyday_225 (S : Finset ℕ) (h : ∀ n, n ∈ S ↔ 0 < n ∧ n ∣ 36) : S.card = 8
-- refuted
theorem everyday_226 : Real.logb 2 64 = 7
-- refuted
theorem everyday_227 : √144 = 13
-- refuted
theorem everyday_228 : Real.exp 1 > 3
-- proved
theorem everyday_229 : Real.exp 1 < 3
-- proved
theorem everyday_230 : Real.arcsin 2 = π / 2
-- proved
theorem everyday_231 : Real.arcsin (-3) = -(π / 2)
-- proved
theorem everyday_232 : (Nat.factors 60).length = 4
-- elaborates
theorem everyday_233 : ∀ᶠ n : ℕ in Filter.atTop, (1 : ℝ) / n < 0.01
-- elaborates
theorem everyday_234 (P Q : Polynomial ℝ) (h : P ∣ Q) (a : ℝ) (h₁ : P.eval a = 0) : Q.eval a = 0
-- elaborates
theorem everyday_235 : ∃! x : ℕ, x ∈ [3] ∧ x > 2
