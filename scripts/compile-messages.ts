import { compile } from '@inlang/paraglide-js'
import { paraglideOptions } from '../paraglide.config.ts'

// For type check, tests and the command line; the build does this itself.
await compile(paraglideOptions)
