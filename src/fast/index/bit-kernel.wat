;; Operations on whole sets of rows, sixteen bytes at a time, called by src/fast/index/bit-space.ts. Sets are in the
;; imported memory; pointers and lengths are in bytes and divisible by 16.
(module
  (memory (import "space" "memory") 1)

  ;; into = one & other & third
  (func (export "meet")
    (param $into i32) (param $one i32) (param $other i32) (param $third i32) (param $bytes i32)
    (local $at i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (v128.store (i32.add (local.get $into) (local.get $at))
          (v128.and
            (v128.load (i32.add (local.get $one) (local.get $at)))
            (v128.and
              (v128.load (i32.add (local.get $other) (local.get $at)))
              (v128.load (i32.add (local.get $third) (local.get $at))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))))

  ;; into |= one
  (func (export "join") (param $into i32) (param $one i32) (param $bytes i32)
    (local $at i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (v128.store (i32.add (local.get $into) (local.get $at))
          (v128.or
            (v128.load (i32.add (local.get $into) (local.get $at)))
            (v128.load (i32.add (local.get $one) (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))))

  ;; into |= outer & ~inner
  (func (export "joinBetween") (param $into i32) (param $outer i32) (param $inner i32) (param $bytes i32)
    (local $at i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (v128.store (i32.add (local.get $into) (local.get $at))
          (v128.or
            (v128.load (i32.add (local.get $into) (local.get $at)))
            (v128.andnot
              (v128.load (i32.add (local.get $outer) (local.get $at)))
              (v128.load (i32.add (local.get $inner) (local.get $at))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))))

  ;; into |= the rows whose number is in [from, to]; `bytes` of the set, and 32 times as many of the numbers
  (func (export "scan") (param $into i32) (param $numbers i32) (param $bytes i32) (param $from i32) (param $to i32)
    (local $end i32) (local $least v128) (local $most v128)
    (local.set $end (i32.add (local.get $into) (local.get $bytes)))
    (local.set $least (i32x4.splat (local.get $from)))
    (local.set $most (i32x4.splat (local.get $to)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $into) (local.get $end)))
        (i32.store (local.get $into)
          (i32.or
            (i32.load (local.get $into))
            (i32.or
            (i8x16.bitmask
              (i8x16.narrow_i16x8_s
                (i16x8.narrow_i32x4_s
                  (v128.and
                  (i32x4.ge_s (v128.load (local.get $numbers)) (local.get $least))
                  (i32x4.le_s (v128.load (local.get $numbers)) (local.get $most)))
                  (v128.and
                  (i32x4.ge_s (v128.load offset=16 (local.get $numbers)) (local.get $least))
                  (i32x4.le_s (v128.load offset=16 (local.get $numbers)) (local.get $most))))
                (i16x8.narrow_i32x4_s
                  (v128.and
                  (i32x4.ge_s (v128.load offset=32 (local.get $numbers)) (local.get $least))
                  (i32x4.le_s (v128.load offset=32 (local.get $numbers)) (local.get $most)))
                  (v128.and
                  (i32x4.ge_s (v128.load offset=48 (local.get $numbers)) (local.get $least))
                  (i32x4.le_s (v128.load offset=48 (local.get $numbers)) (local.get $most))))))
            (i32.shl
              (i8x16.bitmask
              (i8x16.narrow_i16x8_s
                (i16x8.narrow_i32x4_s
                  (v128.and
                  (i32x4.ge_s (v128.load offset=64 (local.get $numbers)) (local.get $least))
                  (i32x4.le_s (v128.load offset=64 (local.get $numbers)) (local.get $most)))
                  (v128.and
                  (i32x4.ge_s (v128.load offset=80 (local.get $numbers)) (local.get $least))
                  (i32x4.le_s (v128.load offset=80 (local.get $numbers)) (local.get $most))))
                (i16x8.narrow_i32x4_s
                  (v128.and
                  (i32x4.ge_s (v128.load offset=96 (local.get $numbers)) (local.get $least))
                  (i32x4.le_s (v128.load offset=96 (local.get $numbers)) (local.get $most)))
                  (v128.and
                  (i32x4.ge_s (v128.load offset=112 (local.get $numbers)) (local.get $least))
                  (i32x4.le_s (v128.load offset=112 (local.get $numbers)) (local.get $most))))))
              (i32.const 16)))))
        (local.set $into (i32.add (local.get $into) (i32.const 4)))
        (local.set $numbers (i32.add (local.get $numbers) (i32.const 128)))
        (br $next))))

  ;; Returns the number of members of a set, and writes to `before` the number before each block, four bytes a block.
  (func (export "count") (param $set i32) (param $bytes i32) (param $before i32) (param $block i32) (result i32)
    (local $end i32) (local $blockEnd i32) (local $sum i64)
    (local.set $end (i32.add (local.get $set) (local.get $bytes)))
    (block $done
      (loop $nextBlock
        (br_if $done (i32.ge_u (local.get $set) (local.get $end)))
        (i32.store (local.get $before) (i32.wrap_i64 (local.get $sum)))
        (local.set $before (i32.add (local.get $before) (i32.const 4)))
        (local.set $blockEnd (i32.add (local.get $set) (local.get $block)))
        (if (i32.gt_u (local.get $blockEnd) (local.get $end)) (then (local.set $blockEnd (local.get $end))))
        (loop $nextWords
          (local.set $sum
            (i64.add (local.get $sum)
              (i64.add
                (i64.popcnt (i64.load (local.get $set)))
                (i64.popcnt (i64.load offset=8 (local.get $set))))))
          (local.set $set (i32.add (local.get $set) (i32.const 16)))
          (br_if $nextWords (i32.lt_u (local.get $set) (local.get $blockEnd))))
        (br $nextBlock)))
    (i32.wrap_i64 (local.get $sum))))
