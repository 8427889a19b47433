/** most bytes of a Unix socket's path: 108 with the terminator on Linux, 104 on macOS */
export const longestSocketPath = 103;
