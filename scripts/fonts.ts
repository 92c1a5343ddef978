import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { cut, FACES, fileOf, licence, styleSheet } from './font-cuts.ts'

// Writes the fonts of the pages with their licence and their style sheet into src/fonts/: to be run after a new version of a typeface.
const folder = join(projectRoot, 'src', 'fonts')
for (const face of FACES) {
  for (const part of face.parts) {
    const bytes = await cut(face, part)
    writeFileSync(join(folder, fileOf(face, part)), bytes)
    console.log(`${fileOf(face, part)}  ${(bytes.byteLength / 1000).toFixed(1)} kB`)
  }
}
writeFileSync(join(folder, 'OFL.txt'), licence())
writeFileSync(join(folder, 'fonts.css'), `${styleSheet()}\n`)
