import { expect, test } from 'vitest'
import { foldedWords } from './fold-words.ts'
import { findWithout } from './left-out-words.ts'

const BOOKS = [
  'Animal Farm George Orwell',
  'Siku Njema Ken Walibora',
  'عزازيل يوسف زيدان',
  'Germinal Émile Zola',
  'Steve Jobs Walter Isaacson',
  'The Jobs of Walter',
]

/** Searches in the books above; a search that one begins with has the best rank. */
async function search(searchTerm: string) {
  const asked: string[] = []
  const found = await findWithout(searchTerm, {
    hits: async (text) => {
      asked.push(text)
      const words = foldedWords(text)
      const hits = BOOKS.filter((book) => words.every((word) => foldedWords(book).includes(word)))
      return hits.map((book) => ({ rank: book.toLowerCase().startsWith(text) ? 3 : 10, book }))
    },
    others: async (text) => (text === 'prophecy farm' ? ['Animal Farm George Orwell'] : []),
    near: async (text) => (text.startsWith('animl') ? ['Animal Farm George Orwell'] : []),
    unknown: async () =>
      new Set(foldedWords(searchTerm).filter((word) => !foldedWords(BOOKS.join(' ')).includes(word))),
  })
  return { ...found, asked }
}

test.each([
  ['animal farm by orwell', ['Animal Farm George Orwell'], ['by']],
  ['kitabu cha siku njema', ['Siku Njema Ken Walibora'], ['kitabu', 'cha']],
  ['Le roman: Germinal de Zola', ['Germinal Émile Zola'], ['Le', 'roman', 'de']],
  ['رواية عزازيل', ['عزازيل يوسف زيدان'], ['رواية']],
  ['steve jobs Xylophone', ['Steve Jobs Walter Isaacson'], ['Xylophone']],
  ['steve jobs orwell', ['Steve Jobs Walter Isaacson'], ['orwell']],
  ['steve jobs orwell zola', ['Steve Jobs Walter Isaacson'], ['orwell', 'zola']],
  ['animl farm by orwell', ['Animal Farm George Orwell'], ['by']],
  ['xylophone zither', [], []],
  ['by the book', [], []],
  ['prophecy farm', ['Animal Farm George Orwell'], []],
  ['book prophecy farm', ['Animal Farm George Orwell'], ['book']],
  ['xylophone', [], []],
])('%s', async (searchTerm, books, without) => {
  expect(await search(searchTerm)).toMatchObject({ books, without })
})

test('no search is tried twice', async () => {
  const { asked } = await search('steve jobs orwell zola germinal')
  expect(new Set(asked).size).toBe(asked.length)
})
