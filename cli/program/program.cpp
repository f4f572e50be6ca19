// The program nonholo: what is in the catalogues, and nothing of anybody's own.
#include <nonholo/cli/main.hpp>

int main(int argc, char** argv) { return nonholo::main(argc, argv); }
