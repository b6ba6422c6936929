#include "compile/build.h"
void gac__build_import_call(gac__builder *b, const gac__inst *call,
                            const gac__function *function)
{ (void)call; gac__build_unsupported(b, "call to imported function %%%u.", function->id); }
