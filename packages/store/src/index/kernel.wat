;; Dot products of one query with many codes. `lab/kernel.mjs` makes kernel-bytes.ts of this file.
;;
;; Codes lie in chunks: `perChunk` rows of `width` bytes (a multiple of 16), and behind them one f32 a row. A dot product is
;; multiplied by that number and by `scale`. The query is `width` numbers of 16 bits, small enough that no sum leaves 32 bits.
(module
  (import "" "memory" (memory 1))
  (func (export "scan")
    (param $chunks i32)    ;; addresses of the chunks, one i32 each
    (param $rows i32)
    (param $perChunk i32)
    (param $width i32)
    (param $query i32)
    (param $scale f32)
    (param $out i32)       ;; one f32 a row
    (local $row i32) (local $end i32) (local $scales i32) (local $q i32) (local $stop i32)
    (local $value v128) (local $low v128) (local $high v128)
    (loop $chunk
      (local.set $row (i32.load (local.get $chunks)))
      (local.set $chunks (i32.add (local.get $chunks) (i32.const 4)))
      (local.set $scales
        (i32.add (local.get $row) (i32.mul (local.get $perChunk) (local.get $width))))
      (local.set $end
        (i32.add (local.get $row)
          (i32.mul (local.get $width)
            (select (local.get $rows) (local.get $perChunk)
              (i32.lt_u (local.get $rows) (local.get $perChunk))))))
      (loop $each
        (local.set $low (v128.const i64x2 0 0))
        (local.set $high (v128.const i64x2 0 0))
        (local.set $q (local.get $query))
        (local.set $stop (i32.add (local.get $row) (local.get $width)))
        (loop $part
          (local.set $value (v128.load (local.get $row)))
          (local.set $low
            (i32x4.add (local.get $low)
              (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $value)) (v128.load (local.get $q)))))
          (local.set $high
            (i32x4.add (local.get $high)
              (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $value)) (v128.load offset=16 (local.get $q)))))
          (local.set $q (i32.add (local.get $q) (i32.const 32)))
          (br_if $part
            (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 16))) (local.get $stop))))
        (local.set $low (i32x4.add (local.get $low) (local.get $high)))
        (f32.store (local.get $out)
          (f32.mul (f32.mul (local.get $scale) (f32.load (local.get $scales)))
            (f32.convert_i32_s
              (i32.add
                (i32.add (i32x4.extract_lane 0 (local.get $low)) (i32x4.extract_lane 1 (local.get $low)))
                (i32.add (i32x4.extract_lane 2 (local.get $low)) (i32x4.extract_lane 3 (local.get $low)))))))
        (local.set $scales (i32.add (local.get $scales) (i32.const 4)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br_if $each (i32.lt_u (local.get $row) (local.get $end))))
      (br_if $chunk
        (i32.gt_s (local.tee $rows (i32.sub (local.get $rows) (local.get $perChunk))) (i32.const 0))))))
