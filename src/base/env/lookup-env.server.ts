import { LOOKUP_SOURCES, lookupSources, type LookupSource } from '#base/lib/lookup-sources.ts'
import { EnvError, EnvReader } from './read-env.server.ts'

export interface AskedSource {
  source: LookupSource
  url: string
  /** The operator has set the address, which may then be http, and in a private network. */
  isOwnAddress: boolean
}

export interface LookupEnv {
  /** The catalogues that LOOKUP names, in the order in which they are asked. */
  sources: readonly AskedSource[]
  /** The addresses of all catalogues, also of those that are not asked. */
  urls: Partial<Record<LookupSource, string>>
}

/** The sources of LOOKUP; none where it is not set. */
export function readLookup(read: EnvReader): LookupEnv {
  const addresses = lookupSources.map((source): AskedSource => {
    const own = read.url(`LOOKUP_${source.toUpperCase()}_URL`, ['https:', 'http:'])?.href
    return { source, url: own ?? LOOKUP_SOURCES[source].url, isOwnAddress: own !== undefined }
  })
  const names = (read.text('LOOKUP') ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const wrong = names.find((name) => !addresses.some(({ source }) => source === name))
  if (wrong !== undefined)
    read.refuse('LOOKUP', `allowed are ${lookupSources.join(', ')}, with commas between them; "${wrong}" is none`)
  return {
    sources: [...new Set(names)].flatMap((name) => addresses.filter(({ source }) => source === name)),
    urls: Object.fromEntries(addresses.map(({ source, url }) => [source, url])),
  }
}

/** Only the sources of look-ups, for the command line. Throws EnvError. */
export function lookupEnv(): LookupEnv {
  const read = new EnvReader(process.env)
  const lookup = readLookup(read)
  if (read.problems.length > 0) throw new EnvError(read.problems.join('\n'))
  return lookup
}
