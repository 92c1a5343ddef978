import { expect, test } from 'vitest'
import { LANGUAGES } from './languages.ts'
import { readLanguage } from './read-language.server.ts'
import { formatLanguage } from './format.ts'
import { locales } from './locale.ts'

test.each([
  ['it', 'Italiano, Italian, ita, italien, Italienisch'],
  ['de', 'Deutsch, ger, Allemand, alemán, Alemão, tedesco, Duits'],
  ['es', 'Español, castellano, Spanisch'],
  ['pt', 'Português, portugais'],
  ['fr', 'Français, Fr., Französisch, francés, francês, français (langue), Fransızca'],
  ['en', 'anglais, en-GB, Englisch, Inglese, inglés, inglês, Kiingereza, İngilizce, английский'],
  ['sw', 'Kiswahili, swahili, Suaheli'],
  ['ar', 'Arabe, العربية, Arabisch, árabe'],
  ['nl', 'Nederlands, Flemish'],
  ['tr', 'Türkçe'],
  ['ru', 'Русский, Russisch'],
  ['zh', '中文, Chinesisch'],
  ['el', 'Ελληνικά'],
  ['ht', 'kreyòl ayisyen'],
  ['mg', 'malgache, Malagasy'],
  ['ln', 'Lingala'],
  [undefined, 'bilingue, Ang., unknown'],
])('%s is written %s', (code, names) =>
  expect(names.split(', ').map(readLanguage)).toEqual(names.split(', ').map(() => code)),
)

test('Each name of a language of Maktaba is read as that language', () => {
  for (const locale of locales) {
    const names = LANGUAGES.map((code) => formatLanguage(code, locale))
    const isUnique = (name: string) => names.filter((one) => one.toLowerCase() === name.toLowerCase()).length === 1
    const read = names.filter(isUnique).filter((name) => readLanguage(name) === undefined)
    expect(read).toEqual([])
  }
})
