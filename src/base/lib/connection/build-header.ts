/** Header of every response that names the server's build. */
export const BUILD_HEADER = 'x-maktaba-build'
