-- Pairs of school-level statements: a true one and a subtly false variant of it. Each block is a text of its own.
-- pair linear-system
-- valid
theorem heads_legs (c r : Nat) (h₁ : c + r = 35) (h₂ : 2 * c + 4 * r = 94) : c = 23 ∧ r = 12 := by sorry
-- invalid
theorem heads_legs (c r : Nat) (h₁ : c + r = 35) (h₂ : 2 * c + 4 * r = 94) : c = 23 ∧ r = 13 := by sorry
-- pair linear-system-int
-- valid
theorem sys (x y : ℤ) (h : 3 * x + 2 * y = 12) (h' : x - y = -1) : x = 2 ∧ y = 3 := by sorry
-- invalid
theorem sys (x y : ℤ) (h : 3 * x + 2 * y = 12) (h' : x - y = -1) : x = 3 ∧ y = 2 := by sorry
-- pair linear-system-rat
-- valid
theorem mix (a b : ℚ) (h₁ : a + b = 10) (h₂ : 3 / 10 * a + 7 / 10 * b = 4) : a = 15 / 2 := by sorry
-- invalid
theorem mix (a b : ℚ) (h₁ : a + b = 10) (h₂ : 3 / 10 * a + 7 / 10 * b = 4) : a = 5 / 2 := by sorry
-- pair three-unknowns
-- valid
theorem three (x y z : ℚ) (h₁ : x + y + z = 6) (h₂ : x - y = 1) (h₃ : y + z = 3) : z = 1 := by sorry
-- invalid
theorem three (x y z : ℚ) (h₁ : x + y + z = 6) (h₂ : x - y = 1) (h₃ : y + z = 3) : z = 2 := by sorry
-- pair underdetermined
-- valid
theorem under (x y : ℤ) (h : 2 * x + 6 * y = 10) : x + 3 * y = 5 := by sorry
-- invalid
theorem under (x y : ℤ) (h : 2 * x + 6 * y = 10) : x + 2 * y = 5 := by sorry
-- pair rational-equation
-- valid
theorem halves (x : ℚ) (h : x / 2 + x / 3 = 10) : x = 12 := by sorry
-- invalid
theorem halves (x : ℚ) (h : x / 2 + x / 3 = 10) : x = 10 := by sorry
-- pair discount
-- valid
theorem discount (p : ℚ) (h : p = 80 * (1 - 25 / 100)) : p = 60 := by sorry
-- invalid
theorem discount (p : ℚ) (h : p = 80 * (1 - 25 / 100)) : p = 64 := by sorry
-- pair discount-closed
-- valid
theorem discount2 : (80 : ℚ) * (1 - 25 / 100) = 60 := by sorry
-- invalid
theorem discount2 : (80 : ℚ) * (1 - 25 / 100) = 55 := by sorry
-- pair percent-increase
-- valid
theorem raise (w : ℚ) (h : w * (1 + 20 / 100) = 18) : w = 15 := by sorry
-- invalid
theorem raise (w : ℚ) (h : w * (1 + 20 / 100) = 18) : w < 15 := by sorry
-- pair up-and-down
-- valid
theorem updown (p : ℚ) (h : 0 < p) : p * (1 + 1 / 10) * (1 - 1 / 10) < p := by sorry
-- invalid
theorem updown (p : ℚ) (h : 0 < p) : p * (1 + 1 / 10) * (1 - 1 / 10) = p := by sorry
-- pair speed
-- valid
theorem speed (d t v : ℚ) (ht : t ≠ 0) (h : d = v * t) : d / t = v := by sorry
-- invalid
theorem speed (d t v : ℚ) (ht : t ≠ 0) (h : d = v * t) : t / d = v := by sorry
-- pair work-rates
-- valid
theorem work (t : ℚ) (ht : t ≠ 0) (h : 1 / 3 + 1 / 6 = 1 / t) : t = 2 := by sorry
-- invalid
theorem work (t : ℚ) (ht : t ≠ 0) (h : 1 / 3 + 1 / 6 = 1 / t) : t = 3 := by sorry
-- pair average
-- valid
theorem average (a b c : ℚ) (h : (a + b + c) / 3 = 20) (h' : a + b = 34) : c = 26 := by sorry
-- invalid
theorem average (a b c : ℚ) (h : (a + b + c) / 3 = 20) (h' : a + b = 34) : c > 26 := by sorry
-- pair linear-inequality
-- valid
theorem ineq (x : ℚ) (h : 3 * x - 5 > 7) : x > 4 := by sorry
-- invalid
theorem ineq (x : ℚ) (h : 3 * x - 5 > 7) : x > 5 := by sorry
-- pair inequality-flip
-- valid
theorem flip_sign (x : ℤ) (h : -2 * x < 6) : x > -3 := by sorry
-- invalid
theorem flip_sign (x : ℤ) (h : -2 * x < 6) : x < -3 := by sorry
-- pair inequality-strict
-- valid
theorem strict (x y : ℚ) (h : x ≤ y) (h' : y < 4) : x < 4 := by sorry
-- invalid
theorem strict (x y : ℚ) (h : x ≤ y) (h' : y ≤ 4) : x < 4 := by sorry
-- pair squares-nonneg
-- valid
theorem amgm (a b : ℚ) : 2 * a * b ≤ a ^ 2 + b ^ 2 := by sorry
-- invalid
theorem amgm (a b : ℚ) : 2 * a * b < a ^ 2 + b ^ 2 := by sorry
-- pair square-of-positive
-- valid
theorem sqpos (x : ℚ) (h : 1 < x) : x < x ^ 2 := by sorry
-- invalid
theorem sqpos (x : ℚ) (h : 0 < x) : x < x ^ 2 := by sorry
-- pair product-positive
-- valid
theorem prodpos (a b : ℤ) (ha : 0 < a) (hb : 0 < b) : 0 < a * b := by sorry
-- invalid
theorem prodpos (a b : ℤ) (ha : 0 < a) (hb : 0 ≤ b) : 0 < a * b := by sorry
-- pair binomial
-- valid
theorem binom (a b : ℚ) : (a + b) ^ 2 = a ^ 2 + 2 * a * b + b ^ 2 := by sorry
-- invalid
theorem binom (a b : ℚ) : (a + b) ^ 2 = a ^ 2 + b ^ 2 := by sorry
-- pair difference-of-squares
-- valid
theorem dsq (x y : ℤ) : x ^ 2 - y ^ 2 = (x - y) * (x + y) := by sorry
-- invalid
theorem dsq (x y : ℤ) : x ^ 2 - y ^ 2 = (x - y) * (x - y) := by sorry
-- pair quadratic-roots
-- valid
theorem roots (x : ℚ) (h : x ^ 2 - 5 * x + 6 = 0) : x = 2 ∨ x = 3 := by sorry
-- invalid
theorem roots (x : ℚ) (h : x ^ 2 - 5 * x + 6 = 0) : x = 2 ∨ x = 4 := by sorry
-- pair quadratic-int
-- valid
theorem rootsi (x : ℤ) (h : x * x = 49) (hx : x > 0) : x = 7 := by sorry
-- invalid
theorem rootsi (x : ℤ) (h : x * x = 49) : x = 7 := by sorry
-- pair vieta
-- valid
theorem vieta (r s : ℚ) (h₁ : r + s = 7) (h₂ : r * s = 10) : r ^ 2 + s ^ 2 = 29 := by sorry
-- invalid
theorem vieta (r s : ℚ) (h₁ : r + s = 7) (h₂ : r * s = 10) : r ^ 2 + s ^ 2 = 39 := by sorry
-- pair consecutive-even
-- valid
theorem consec (n : Nat) : n * (n + 1) % 2 = 0 := by sorry
-- invalid
theorem consec (n : Nat) : n * (n + 1) % 4 = 0 := by sorry
-- pair odd-square
-- valid
theorem oddsq (n : Nat) (h : n % 2 = 1) : n ^ 2 % 8 = 1 := by sorry
-- invalid
theorem oddsq (n : Nat) (h : n % 2 = 1) : n ^ 2 % 16 = 1 := by sorry
-- pair mod-sum
-- valid
theorem modsum (a b : Nat) (ha : a % 7 = 3) (hb : b % 7 = 5) : (a + b) % 7 = 1 := by sorry
-- invalid
theorem modsum (a b : Nat) (ha : a % 7 = 3) (hb : b % 7 = 5) : (a + b) % 7 = 2 := by sorry
-- pair mod-product
-- valid
theorem modprod (a b : Nat) (ha : a % 5 = 2) (hb : b % 5 = 4) : a * b % 5 = 3 := by sorry
-- invalid
theorem modprod (a b : Nat) (ha : a % 5 = 2) (hb : b % 5 = 4) : a * b % 5 = 1 := by sorry
-- pair last-digit
-- valid
theorem lastdigit : 7 ^ 2023 % 10 = 3 := by sorry
-- invalid
theorem lastdigit : 7 ^ 2023 % 10 = 7 := by sorry
-- pair divisibility
-- valid
theorem divs (n : Int) (h : 6 ∣ n) : 3 ∣ n := by sorry
-- invalid
theorem divs (n : Int) (h : 3 ∣ n) : 6 ∣ n := by sorry
-- pair divisibility-transitive
-- valid
theorem dtrans (a b c : Nat) (h : a ∣ b) (h' : a ∣ c) : a ∣ b + c := by sorry
-- invalid
theorem dtrans (a b c : Nat) (h : a ∣ b + c) : a ∣ b := by sorry
-- pair even-sum
-- valid
theorem evensum (m n : Nat) (hm : ∃ a, m = 2 * a) (hn : ∃ b, n = 2 * b) : ∃ c, m + n = 2 * c := by sorry
-- invalid
theorem evensum (m n : Nat) (hm : ∃ a, m = 2 * a) (hn : ∃ b, n = 2 * b) : ∃ c, m + n = 4 * c := by sorry
-- pair odd-times-odd
-- valid
theorem oddodd (m n : Int) (hm : ∃ a, m = 2 * a + 1) (hn : ∃ b, n = 2 * b + 1) : ∃ c, m * n = 2 * c + 1 := by sorry
-- invalid
theorem oddodd (m n : Int) (hm : ∃ a, m = 2 * a + 1) (hn : ∃ b, n = 2 * b + 1) : ∃ c, m * n = 2 * c := by sorry
-- pair exists-closed
-- valid
theorem pyth : ∃ x y : Nat, x < y ∧ x ^ 2 + y ^ 2 = 169 := by sorry
-- invalid
theorem pyth : ∃ x y : Nat, x < y ∧ y < 12 ∧ x ^ 2 + y ^ 2 = 169 := by sorry
-- pair bounded-all
-- valid
theorem bounded : ∀ n : Nat, n < 20 → n * n < 400 := by sorry
-- invalid
theorem bounded : ∀ n : Nat, n < 21 → n * n < 400 := by sorry
-- pair gauss
-- valid
def upto : Nat → Nat
  | 0 => 0
  | n + 1 => upto n + (n + 1)

theorem gauss (n : Nat) : 2 * upto n = n * (n + 1) := by sorry
-- invalid
def upto : Nat → Nat
  | 0 => 0
  | n + 1 => upto n + (n + 1)

theorem gauss (n : Nat) : 2 * upto n = n * (n + 2) := by sorry
-- pair odd-numbers
-- valid
def odds : Nat → Nat
  | 0 => 0
  | n + 1 => odds n + (2 * n + 1)

theorem odd_sum (n : Nat) : odds n = n ^ 2 := by sorry
-- invalid
def odds : Nat → Nat
  | 0 => 0
  | n + 1 => odds n + (2 * n + 1)

theorem odd_sum (n : Nat) : odds n = n ^ 2 + n := by sorry
-- pair powers-of-two
-- valid
theorem pow_big (n : Nat) : n < 2 ^ n := by sorry
-- invalid
theorem pow_big (n : Nat) : n + 1 < 2 ^ n := by sorry
-- pair divisors
-- valid
theorem divisors : ((List.range 61).filter (fun d => 0 < d ∧ 60 % d = 0)).length = 12 := by sorry
-- invalid
theorem divisors : ((List.range 61).filter (fun d => 0 < d ∧ 60 % d = 0)).length = 10 := by sorry
-- pair counting
-- valid
theorem pairs : ((List.range 10).flatMap (fun a => (List.range 10).filter (fun b => a + b = 9))).length = 10 := by sorry
-- invalid
theorem pairs : ((List.range 10).flatMap (fun a => (List.range 10).filter (fun b => a + b = 9))).length = 9 := by sorry
-- pair gcd
-- valid
theorem gcd_value : Nat.gcd 84 126 = 42 := by sorry
-- invalid
theorem gcd_value : Nat.gcd 84 126 = 21 := by sorry
-- pair dropped-condition
-- valid
theorem cancel (a b c : ℚ) (hc : c ≠ 0) (h : a * c = b * c) : a = b := by sorry
-- invalid
theorem cancel (a b c : ℚ) (h : a * c = b * c) : a = b := by sorry
-- pair quantifier
-- valid
theorem quant (n : Nat) (h : n > 0) : ∃ m, m < n := by sorry
-- invalid
theorem quant (n : Nat) : ∃ m, m < n := by sorry
-- pair negated-conclusion
-- valid
theorem neg (n : Int) (h : n % 2 = 1) : ¬ (4 ∣ n) := by sorry
-- invalid
theorem neg (n : Int) (h : n % 2 = 0) : ¬ (4 ∣ n) := by sorry
-- pair natural-subtraction
-- valid
theorem natsub (a b : Nat) (h : b ≤ a) : a - b + b = a := by sorry
-- invalid
theorem natsub (a b : Nat) : a - b + b = a := by sorry
-- pair implicit-binders
-- valid
theorem implicit {a b : Nat} (h : a < b) : a + 1 ≤ b := by sorry
-- invalid
theorem implicit {a b : Nat} (h : a < b) : a + 2 ≤ b := by sorry
-- pair cast
-- valid
theorem cast_back (n : Nat) (h : (n : ℚ) / 4 = 7) : n = 28 := by sorry
-- invalid
theorem cast_back (n : Nat) (h : (n : ℚ) / 4 = 7) : n = 27 := by sorry
-- pair namespaced
-- valid
namespace School
variable (n : Nat)
theorem twice (h : n + n = 14) : n = 7 := by sorry
end School
-- invalid
namespace School
variable (n : Nat)
theorem twice (h : n + n = 14) : n = 8 := by sorry
end School
-- pair iff
-- valid
theorem iff_even (n : Nat) : n % 2 = 0 ↔ (n + 4) % 2 = 0 := by sorry
-- invalid
theorem iff_even (n : Nat) : n % 2 = 0 ↔ (n + 4) % 4 = 0 := by sorry
-- pair function-by-an-equation
-- valid
theorem account (b : ℕ → ℤ) (hb : ∀ n : ℕ, b n = 50 - 3 * n) (n : ℕ) (hn : n > 16) : b n < 0 := by sorry
-- invalid
theorem account (b : ℕ → ℤ) (hb : ∀ n : ℕ, b n = 52 - 3 * n) (n : ℕ) (hn : n > 16) : b n < 0 := by sorry
-- pair function-with-unknown-coefficients
-- valid
theorem line (f : ℚ → ℚ) (m q : ℚ) (hf : ∀ x, f x = m * x + q) (h2 : f 2 = 7) (h6 : f 6 = 19) : m = 3 ∧ f 10 > 30 := by
  sorry
-- invalid
theorem line (f : ℚ → ℚ) (m q : ℚ) (hf : ∀ x, f x = m * x + q) (h2 : f 2 = 7) (h6 : f 6 = 21) : m = 3 ∧ f 10 > 30 := by
  sorry
-- pair sequence-from-zero
-- valid
theorem tripling (a : ℕ → ℤ) (h0 : a 0 = 3) (hs : ∀ n, a (n + 1) = 3 * a n - 4) : ∀ n, a n = 3 ^ n + 2 := by sorry
-- invalid
theorem tripling (a : ℕ → ℤ) (h0 : a 0 = 5) (hs : ∀ n, a (n + 1) = 3 * a n - 4) : ∀ n, a n = 3 ^ n + 2 := by sorry
-- pair sequence-from-one
-- valid
theorem steps (a : ℕ → ℕ) (h1 : a 1 = 4) (hs : ∀ n ≥ 1, a (n + 1) = a n + 3) : a 5 = 16 := by sorry
-- invalid
theorem steps (a : ℕ → ℕ) (h1 : a 1 = 4) (hs : ∀ n ≥ 1, a (n + 1) = a n + 3) : a 5 = 17 := by sorry
-- pair function-of-two-arguments
-- valid
theorem grid (W : ℕ → ℕ → ℕ) (h₁ : ∀ a, W a 0 = 1) (h₂ : ∀ b, W 0 b = 1)
    (h₃ : ∀ a b, W (a + 1) (b + 1) = W a (b + 1) + W (a + 1) b) : W 2 2 = 6 := by sorry
-- invalid
theorem grid (W : ℕ → ℕ → ℕ) (h₁ : ∀ a, W a 0 = 1) (h₂ : ∀ b, W 0 b = 1)
    (h₃ : ∀ a b, W (a + 1) (b + 1) = W a (b + 1) + W (a + 1) b) : W 2 2 = 5 := by sorry
-- pair composed-functions
-- valid
theorem composed (f g : ℕ → ℕ) (hf : ∀ t, f t = 3 * t) (hg : ∀ x, g x = f (x + 1) + 2) : g 4 = 17 := by sorry
-- invalid
theorem composed (f g : ℕ → ℕ) (hf : ∀ t, f t = 3 * t) (hg : ∀ x, g x = f (x + 1) + 2) : g 4 = 18 := by sorry
-- pair definition-by-an-expression
-- valid
def f (n : ℤ) : ℤ := n ^ 2 - 10 * n + 42

theorem lowest (n : ℤ) : f n ≥ 17 := by sorry
-- invalid
def f (n : ℤ) : ℤ := n ^ 2 - 10 * n + 40

theorem lowest (n : ℤ) : f n ≥ 17 := by sorry
-- pair definition-with-a-parameter
-- valid
def P (b x : ℚ) : ℚ := x ^ 2 + b * x + 16

theorem second_root (b : ℚ) (h : P b 2 = 0) : b = -10 ∧ P b 8 = 0 := by sorry
-- invalid
def P (b x : ℚ) : ℚ := x ^ 2 + b * x + 18

theorem second_root (b : ℚ) (h : P b 2 = 0) : b = -10 ∧ P b 8 = 0 := by sorry
-- pair fibonacci
-- valid
def fib : ℕ → ℕ
  | 0 => 0
  | 1 => 1
  | n + 2 => fib n + fib (n + 1)

theorem twentieth : fib 20 = 6765 := by sorry
-- invalid
def fib : ℕ → ℕ
  | 0 => 0
  | 1 => 1
  | n + 2 => fib n + fib (n + 1)

theorem growing (n : ℕ) : fib (n + 2) > fib (n + 1) := by sorry
-- pair completed-square
-- valid
theorem no_root (x : ℚ) : x ^ 2 - 9 * x + 22 > 0 := by sorry
-- invalid
theorem no_root (x : ℚ) : x ^ 2 - 9 * x + 20 > 0 := by sorry

-- pair the remainder of a power
-- valid
theorem t : 5 ^ 999999 % 7 = 6 := by sorry
-- invalid
theorem t : 5 ^ 999999 % 7 = 5 := by sorry

-- pair the remainder of a power and more
-- valid
theorem t : (3 ^ 20242024 + 5) % 11 = 9 := by sorry
-- invalid
theorem t : (3 ^ 20242024 + 5) % 11 = 8 := by sorry

-- pair the remainder of a sum of powers
-- valid
theorem t : (3 ^ 2024 + 7 ^ 30303) % 10 = 4 := by sorry
-- invalid
theorem t : (3 ^ 2024 + 7 ^ 30303) % 10 = 5 := by sorry
