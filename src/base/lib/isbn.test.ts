import { parse } from 'isbn3'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findIsbns, isIsbn, readIsbn, wrongIsbn } from './isbn.ts'

test.each([
  ['2-02-028927-X', '9782020289276'],
  ['978 2 02 028927 6', '9782020289276'],
  ['978–2–02–028927–6', '9782020289276'],
  ['٩٧٨٢٠٢٠٢٨٩٢٧٦', '9782020289276'],
  ['isbn 9780439023481', '9780439023481'],
  ['ISBN-13: 978-0-439-02348-1', '9780439023481'],
  ['ISBN-10 0439023483', '9780439023481'],
  ['ردمك ٩٧٨٢٠٢٠٢٨٩٢٧٦', '9782020289276'],
  ['043902348x', undefined],
  ['0439023483', '9780439023481'],
  ['9782020289270', undefined],
  ['2001234567893', undefined],
  ['978', undefined],
  ['ISBN 978-2-02-028927-6', '9782020289276'],
  ['ISBN-13 : 978-2-02-028927-6', '9782020289276'],
  ['ISBN-13 978-2-02-028927-6', '9782020289276'],
  ['isbn10: 2-02-028927-X', '9782020289276'],
  ['e-ISBN 9782020289276', '9782020289276'],
  ['ردمك: ٩٧٨٢٠٢٠٢٨٩٢٧٦', '9782020289276'],
  ['\u200E978-2-02\u200B-028927-6\u200F', '9782020289276'],
  ['ISBN 1305123450', undefined],
  ['ISBN 1-305-12345-X', '9781305123458'],
  ['NISBN 97820202892760', undefined],
  ['', undefined],
])('%s is the ISBN %s', (text, isbn) => expect(readIsbn(text)).toBe(isbn))

test.each([
  ['9780439023480', '9780439023480'],
  ['ISBN 978-0-439-02348-0', '978-0-439-02348-0'],
  ['0-439-02348-4', '0-439-02348-4'],
  ['9780439023481', undefined],
  ['10000045', undefined],
  ['2001234567893', undefined],
  ['isbn', undefined],
  ['harry potter', undefined],
])('%s is nearly an ISBN: %s', (text, wrong) => expect(wrongIsbn(text)).toBe(wrong))

test.each([
  ['2-02-028927-X (pbk.) ; 9780439023481 (hbk.)', ['9782020289276', '9780439023481'], []],
  ['ISBN 9782020289276, 9782020289276', ['9782020289276'], []],
  ['978-2-02-028927-0 (br.)', [], ['978-2-02-028927-0']],
  ['9.78043902348e+12', [], []],
  ['12345', [], []],
  ['ISBN-13 978-2-02-028927-6 / ISBN-10 0439023483', ['9782020289276', '9780439023481'], []],
  ['978-2-02\u2060-028927-6', ['9782020289276'], []],
  ['439023483', ['9780439023481'], []],
  ['61120081', ['9780061120084'], []],
  ['439023484', [], ['0439023484']],
  ['439023483; 9.78043902348e+12', ['9780439023481'], []],
  ['ISBN 61120081; 9782020289276', ['9780061120084', '9782020289276'], []],
  ['n/a', [], []],
])('In %s are %j', (text, isbns, wrong) => expect(findIsbns(text)).toEqual({ isbns, wrong }))

test('The check digits are those of the library that knows the groups', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^97[89]\d{10}$/), fc.stringMatching(/^\d{9}[\dX]$/), (thirteen, ten) => {
      const [known, short] = [parse(thirteen), parse(ten)]
      if (known) expect(isIsbn(thirteen)).toBe(true)
      if (short) expect(readIsbn(ten)).toBe(short.isbn13)
      if (!isIsbn(thirteen)) expect(known).toBeNull()
    }),
    { numRuns: 2000 },
  )
})
