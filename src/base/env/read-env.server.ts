import { createHash } from 'node:crypto'
import { withAsciiDomain } from '#base/lib/ascii-domain.ts'

/** Invalid settings. `message` has a line for each variable: its name, its value and what is allowed. */
export class EnvError extends Error {
  override name = 'EnvError'
}

export type Source = Record<string, string | undefined>

/** Variables that each server of one library may set differently. */
const OF_ONE_SERVER = new Set(['DATA_DIR', 'HOST', 'PORT', 'WORKERS'])

/** sudo and login shells set MAIL to the mailbox of a person, such as `/var/mail/root`: that is no setting of Maktaba. */
const isMailbox = (name: string, value: string | undefined): boolean =>
  name === 'MAIL' && value?.startsWith('/') === true

/** Reads variables and collects all problems, so that one start reports every one. */
export class EnvReader {
  readonly problems: string[] = []
  readonly #source: Source
  readonly #given = new Map<string, string>()

  constructor(source: Source) {
    this.#source = source
  }

  /** The trimmed value of a variable; empty counts as unset. */
  text(name: string): string | undefined {
    const value = isMailbox(name, this.#source[name]) ? undefined : this.#source[name]?.trim() || undefined
    if (value !== undefined) this.#given.set(name, value)
    return value
  }

  /**
   * The names of the variables that are set; of those that all servers of a library have alike, `shared` ones, the names and
   * a digest of the values too, by which a change is noticed.
   */
  given(): { names: readonly string[]; shared: { names: readonly string[]; digest: string } } {
    const all = [...this.#given].toSorted(([a], [b]) => (a < b ? -1 : 1))
    // With the variables of one server each start of another would be a change.
    const shared = all.filter(([name]) => !OF_ONE_SERVER.has(name))
    const digest = createHash('sha256').update(JSON.stringify(shared)).digest('base64url')
    return { names: all.map(([name]) => name), shared: { names: shared.map(([name]) => name), digest } }
  }

  refuse(name: string, allowed: string, shown = `"${this.text(name) ?? ''}"`): void {
    this.problems.push(`${name} is ${shown}: ${allowed}`)
  }

  /** A secret of at least `min` characters, whose value is never shown. */
  secret(name: string, min: number): string | undefined {
    const value = this.text(name)
    if (value !== undefined && value.length < min)
      this.refuse(name, `at least ${min} characters are needed`, `${value.length} characters long`)
    return value
  }

  flag<Fallback extends boolean | undefined>(name: string, fallback: Fallback): boolean | Fallback {
    const value = this.text(name)?.toLowerCase()
    if (value === undefined) return fallback
    if (value === 'true' || value === '1') return true
    if (value === 'false' || value === '0') return false
    this.refuse(name, 'allowed are true and false')
    return fallback
  }

  wholeNumber<Fallback extends number | undefined>(
    name: string,
    fallback: Fallback,
    min: number,
    max: number,
  ): number | Fallback {
    const value = this.text(name)
    if (value === undefined) return fallback
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= min && number <= max) return number
    this.refuse(name, `allowed is a whole number from ${min} to ${max}`)
    return fallback
  }

  choice<const T extends readonly string[]>(name: string, allowed: T): T[number] | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    const found = allowed.find((choice) => choice === value)
    if (found === undefined) this.refuse(name, `allowed are ${allowed.join(', ')}`)
    return found
  }

  url(name: string, protocols: readonly string[]): URL | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (url && protocols.includes(url.protocol)) return url
    // The value is not shown, since a URL may contain a password.
    this.refuse(
      name,
      `allowed is a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
      'not a valid URL',
    )
    return undefined
  }

  emails(name: string): string[] | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    const list = value
      .split(',')
      .map((one) => withAsciiDomain(one.trim().toLowerCase()))
      .filter(Boolean)
    const wrong = list.find((one) => !/^[^\s@]+@[^\s@]+$/.test(one))
    if (wrong) this.refuse(name, `allowed are email addresses, with commas between them; "${wrong}" is none`)
    return list
  }

  /** All of `names` or none of them. */
  together(names: readonly string[]): boolean {
    const missing = names.filter((name) => this.text(name) === undefined)
    if (missing.length === 0) return true
    if (missing.length < names.length) {
      const set = names.filter((name) => !missing.includes(name))
      for (const name of missing) this.problems.push(`${name} is not set: needed together with ${set.join(', ')}`)
    }
    return false
  }
}
