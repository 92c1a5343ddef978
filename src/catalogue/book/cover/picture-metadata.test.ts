import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutMetadata } from './picture-metadata.server.ts'
import { readPicture } from './picture.server.ts'
import { aJpeg, anExif, aPng, aWebp, jpegMetadata } from './picture.test-kit.ts'

const SECRETS = /GPS|Nother|comment|a secret/

const bare = (file: Buffer) => {
  const { mediaType, width, height } = readPicture(file) ?? {}
  if (!mediaType) throw new Error('No picture')
  const { bytes, isTurned } = withoutMetadata(file, mediaType)
  expect(bytes.toString('latin1')).not.toMatch(SECRETS)
  expect(readPicture(bytes)).toEqual({ mediaType, width, height })
  return { bytes, isTurned }
}

test.each([1, 2, 3, 6, 8])(
  'Of a JPEG turned by %s only the turn is left, and nothing more at a second time',
  (turn) => {
    const { bytes, isTurned } = bare(aJpeg(480, 720, jpegMetadata(turn)))
    expect(isTurned).toBe(turn > 4)
    expect(bytes.includes('Exif')).toBe(turn !== 1)
    expect(bare(bytes)).toEqual({ bytes, isTurned })
  },
)

test.each([false, true])('A WebP keeps its turn, read from either order of bytes (little: %s)', (isLittle) => {
  const { bytes, isTurned } = bare(aWebp.extended(480, 720, 'EXIF', [480, 720], anExif(6, isLittle)))
  expect([isTurned, bytes.includes('EXIF')]).toEqual([true, true])
  expect(bare(aWebp.extended(480, 720, 'XMP ', [480, 720], Buffer.from('a secret'))).bytes.includes('XMP')).toBe(false)
})

test('A PNG loses its texts', () => {
  expect(bare(aPng(48, 72, [['tEXt', Buffer.from('Author\0a secret')]])).bytes).toEqual(aPng(48, 72))
})

test('A picture without metadata stays as it is', () => {
  for (const file of [aPng(48, 72), aJpeg(48, 72), aWebp.lossy(48, 72), aWebp.lossless(48, 72)])
    expect(bare(file)).toEqual({ bytes: file, isTurned: false })
})

test('Whatever an EXIF says, the picture is read', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      bare(aWebp.extended(480, 720, 'EXIF', [480, 720], Buffer.from(bytes)))
    }),
  )
})
