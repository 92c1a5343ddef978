import { expect, test } from 'vitest'
import { fileOf } from '../formats.test-kit.server.ts'
import { guessEncoding } from './guess-encoding.server.ts'
import { decoderOf } from './decode.server.ts'
import type { FileEncoding } from '#base/lib/file-shape.ts'

const FRENCH =
  'Titre;Auteur;Éditeur\nL’été à Noël;Zoé Müller;Éd. du Chêne\nGarçon;Ève Lefèvre;Seuil\nLa forêt;Hélène Béart;Âge\n'
const ARABIC = 'العنوان,المؤلف\nرجال في الشمس,غسان كنفاني\nموسم الهجرة إلى الشمال,الطيب صالح\n'
const HEBREW = 'שם הספר,מחבר\nסיפור על אהבה וחושך,עמוס עוז\nאישה בורחת מבשורה,דויד גרוסמן\n'
const RUSSIAN = 'Название,Автор\nВойна и мир,Лев Толстой\nМастер и Маргарита,Михаил Булгаков\n'

/** A text in an encoding of one byte a letter. */
function encode(text: string, encoding: FileEncoding): Buffer {
  const all = decoderOf(encoding).decode(Uint8Array.from({ length: 256 }, (_, at) => at))
  return Buffer.from([...text].map((letter) => Math.max(0, all.indexOf(letter))))
}

test.each<[FileEncoding, string]>([
  ['windows-1252', FRENCH],
  ['macintosh', FRENCH],
  ['cp850', FRENCH.replaceAll('’', "'")],
  ['windows-1256', ARABIC],
  ['iso-8859-6', ARABIC],
  ['iso-8859-8', HEBREW],
  ['windows-1251', RUSSIAN],
  ['koi8-r', RUSSIAN],
])('A text in %s is told by its letters', async (encoding, text) => {
  const bytes = encode(text, encoding)
  expect(decoderOf(encoding).decode(bytes)).toBe(text)
  expect(await guessEncoding(fileOf(bytes), bytes)).toBe(encoding)
})
