import type { FileEncoding } from '#base/lib/file-shape.ts'

/** The encoding of XML: its mark, else what its declaration says, else UTF-8 as XML demands. */
export function guessXmlEncoding(start: Buffer): FileEncoding {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  if (start[0] === 0x3c && start[1] === 0) return 'utf-16le'
  if (start[0] === 0 && start[1] === 0x3c) return 'utf-16be'
  const [, name = ''] = /^[^>]*encoding\s*=\s*["']([\w-]+)/.exec(start.toString('latin1', 0, 200)) ?? []
  if (/^(iso-8859-1|windows-1252|us-ascii)$/i.test(name)) return 'windows-1252'
  return /^windows-1256$/i.test(name) ? 'windows-1256' : 'utf-8'
}
