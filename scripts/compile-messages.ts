import { compile } from '@inlang/paraglide-js'
import { paraglideOptions } from '../paraglide.config.ts'

// The build does this by itself; type check, tests and command line need it beforehand.
await compile(paraglideOptions)
