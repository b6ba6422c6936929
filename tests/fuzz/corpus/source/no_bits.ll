  store <9 x i8> bitcast (<1 x i0> <i0 7> to <9223372036854775808 x i8>), ptr %a
