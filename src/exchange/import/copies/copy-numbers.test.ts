import { expect, test } from 'vitest'
import { areLabels, readCount, splitNumbers } from './copy-numbers.server.ts'

test.each([
  ['B70;B71', ['B70', 'B71']],
  ['B40, B41', ['B40', 'B41']],
  ['B80\nB81', ['B80', 'B81']],
  ['B20 | B21', ['B20', 'B21']],
  ['B50 + B51', ['B50', 'B51']],
  ['B60 and B61', ['B60', 'B61']],
  ['0034 et 0035', ['0034', '0035']],
  ['ن 12 و ن 13', ['ن 12', 'ن 13']],
  ['B10 / B11', ['B10', 'B11']],
  ['B10/B11', ['B10', 'B11']],
  ['B30 B31', ['B30', 'B31']],
  ['<S001><S002>', ['S001', 'S002']],
  ['="007"; ="008"', ['007', '008']],
  ['1001 à 1003', ['1001', '1002', '1003']],
  ['H008–H010', ['H008', 'H009', 'H010']],
  // One label each.
  ['T 1001', ['T 1001']],
  ['3 0001 0001 2345', ['3 0001 0001 2345']],
  ['1001-1005', ['1001-1005']],
  ['INV/1', ['INV/1']],
  ['BIB-0150', ['BIB-0150']],
  ['', []],
])('labels in a cell: %s', (cell, numbers) => expect(splitNumbers(cell)).toEqual(numbers))

test('a range, or numbers beside each other, are as many as the row has copies, or one label', () => {
  expect(splitNumbers('1001-1005', 5)).toEqual(['1001', '1002', '1003', '1004', '1005'])
  expect(splitNumbers('A-08-A-10', 3)).toEqual(['A-08', 'A-09', 'A-10'])
  expect(splitNumbers('1001-1005', 4)).toEqual(['1001-1005'])
  expect(splitNumbers('1001 1002', 2)).toEqual(['1001', '1002'])
  expect(splitNumbers('1001 1002')).toEqual(['1001 1002'])
  expect(splitNumbers('["A 1 B2","","A, 3"]')).toEqual(['A 1 B2', '', 'A, 3'])
})

test.each([
  ['3', 3],
  ['3 ex.', 3],
  ['ex. 3', 3],
  ['Nb : 12', 12],
  ['x2', 2],
  ['٣ نسخ', 3],
  ['0', 0],
  ['H0012', undefined],
  ['BIB-0150', undefined],
  ['0012', undefined],
  ['30001234', undefined],
  ['H0002 H0003', undefined],
  ['many', undefined],
])('the count %s is %s', (text, count) => expect(readCount(text)).toBe(count))

test.each([
  [['H0012', 'H0013', 'H0014'], true],
  [['0012', '0013'], true],
  [['H0012', 'BIB-0150', '30001234', '0034 et 0035', 'H0002 H0003'], true],
  [['3', '1', '2'], false],
  [['3 ex.', '1 ex.'], false],
  [['x2', 'x3'], false],
  [['0012', '0012'], false],
  [['9782070364237', '9782070379040'], false],
  [[], false],
])('a column of %j has labels: %s', (cells, is) => expect(areLabels(cells)).toBe(is))
