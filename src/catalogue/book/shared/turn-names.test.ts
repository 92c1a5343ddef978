import { expect, test } from 'vitest'
import { areTurned, turnNames } from './turn-names.server.ts'

test.each([
  ['Marsh, Ellen.', 'Ellen Marsh'],
  ['MARSH, ELLEN.', 'ELLEN MARSH'],
  ['مارش، إلين.', 'إلين مارش'],
  ['García Márquez, Gabriel.', 'Gabriel García Márquez'],
  ['Rowling, J. K.', 'J. K. Rowling'],
  ['King, Martin Luther, Jr.', 'Martin Luther King, Jr.'],
  ['Marsh, Th.', 'Th. Marsh'],
  ['Disney Enterprises, Inc.', 'Disney Enterprises, Inc.'],
])('%s is turned to %s', (name, turned) => expect(turnNames(name)).toBe(turned))

test.each<[authors: string[], are: boolean]>([
  // A list of one book, of a program that ends its headings with a full stop.
  [['Marsh, Ellen.'], true],
  [['MARSH, ELLEN.'], true],
  [['Marsh, Ellen.', 'Lind, Otto'], true],
  [['Marsh, Ellen.', 'Smithsonian Institution.', 'Okoro, Ben.'], true],
  [['Marsh, Ellen'], false],
  // An initial ends with a full stop anywhere.
  [['Rowling, J. K.'], false],
  [['Ellen Marsh, Ben Okoro.'], false],
  [['Marsh, Ellen.', 'Otto Lind', 'Ben Okoro'], false],
])('Of the authors %j it is %s that they are written the other way round', (authors, are) =>
  expect(areTurned(authors)).toBe(are),
)
