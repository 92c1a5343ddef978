import { sep } from 'node:path'

/** A path of the file system as it is written in addresses and in lists of files, with `/` also where the system has `\`. */
export const withSlashes = (path: string): string => path.replaceAll(sep, '/')
