define void @f() {
  %1 = freeze i32 %b, !dbg !7
  %2 = freeze <4 x i16> %b
  %3 = freeze float %b
  store <4 x i8> bitcast (<1 x i32> <i32 7> to <4 x i8>), ptr %a
  store <2 x float> bitcast (<1 x i64> <i64 7> to <2 x float>), ptr %a
  store <4 x i8> bitcast (<1 x float> <float 0x40000000> to <4 x i8>), ptr %a
  %4 = call i32 @_Z15convert_int_rtef(float %2)
  %5 = call <4 x i8> @_Z17convert_uchar4_satDv4_i(<4 x i32> %3)
  %6 = call zeroext i1 @_Z30atomic_compare_exchange_strongPVU3AS4U7_AtomicfPU3AS4ff(ptr %1)
}
