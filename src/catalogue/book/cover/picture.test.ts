import * as fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { aJpeg, aPng, aWebp, jpegFrame } from './picture.test-kit.ts'
import { readPicture } from './picture.server.ts'

const SIZE = { width: 480, height: 721 }
const { width, height } = SIZE

test.each([
  ['a PNG', aPng(width, height), 'image/png'],
  ['a PNG with a text', aPng(width, height, [['tEXt', Buffer.from('a\0b')]]), 'image/png'],
  ['a JPEG', aJpeg(width, height), 'image/jpeg'],
  ['a WebP with losses', aWebp.lossy(width, height), 'image/webp'],
  ['a WebP without losses', aWebp.lossless(width, height), 'image/webp'],
  ['a WebP with more than a picture', aWebp.extended(width, height), 'image/webp'],
])('Of %s it reads type and size', (_, file, mediaType) => {
  expect(readPicture(file)).toEqual({ mediaType, ...SIZE })
})

test('It reads what a browser has written', () => {
  const file = readFileSync(join(projectRoot, 'docs', 'pictures', 'tour-home.webp'))
  expect(readPicture(file)?.mediaType).toBe('image/webp')
})

const whole = [aPng(9, 9), aJpeg(9, 9), aWebp.lossy(9, 9), aWebp.lossless(9, 9), aWebp.extended(9, 9)]

test('A picture that is cut off anywhere is none', () => {
  for (const file of whole)
    for (let end = 0; end < file.length; end++) expect(readPicture(file.subarray(0, end))).toBeUndefined()
})

test('A file that goes on behind its picture is none', () => {
  const script = Buffer.from('<script>alert(1)</script>')
  for (const file of whole) expect(readPicture(Buffer.concat([file, script]))).toBeUndefined()
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1')],
  ['an animated PNG', aPng(9, 9, [['acTL', Buffer.alloc(8)]])],
  ['an animated WebP', aWebp.extended(9, 9, 'ANMF')],
  ['a JPEG with two sizes', aJpeg(9, 9, [jpegFrame(9000, 9000)])],
  ['a PNG with two sizes', aPng(9, 9, [['IHDR', Buffer.alloc(13, 1)]])],
  ['a WebP with two sizes', aWebp.extended(9, 9, 'EXIF', [9000, 9000])],
  ['a WebP with two pictures', aWebp.extended(9, 9, 'VP8L')],
])('%s is no picture', (_, file) => {
  expect(readPicture(file)).toBeUndefined()
})

test('Whatever a byte of it is, reading ends without an error', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...whole),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }),
      (file, edits) => {
        const edited = Buffer.from(file)
        for (const [at, byte] of edits) edited[at % edited.length] = byte
        readPicture(edited)
      },
    ),
  )
})
