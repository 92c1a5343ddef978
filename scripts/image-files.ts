/** What an image has of the sources and of the build, each path by that of where it comes from. */
export const IMAGE_FILES = {
  'dist/client': 'dist/client',
  'dist/server': 'dist/server',
  'dist/build.json': 'dist/build.json',
  drizzle: 'drizzle',
  LICENSE: 'LICENSE',
  // The licence of the typefaces.
  'OFL.txt': 'src/fonts/OFL.txt',
}
