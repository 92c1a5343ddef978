import type { Locale } from '#base/i18n/locale.ts'

/** The roles that an action is allowed to: every user, helpers at the desk and admins, only admins, or none yet. */
type Who = 'user' | 'desk' | 'admin' | 'nobody'

/** The declaration of a noun, from which permissions, API key scopes, navigation, activity and more are derived. */
export interface Noun {
  /** Its actions, and who may do them. */
  actions: Readonly<Record<string, Who>>
  /**
   * Actions that no API key can have: without a REST route, or for which somebody must have proven who they are a short while
   * ago. A noun without a label is not for keys at all.
   */
  notForKeys?: readonly string[]
  /** The plural, in the navigation and above the scopes of a key. */
  label?: () => string
  /**
   * Its list in the manager area, for whoever may enter it, or has the permission that it `needs`; the page of an item is
   * `to` with its id. The navigation names it by its plural or this `label`.
   */
  manager?: {
    to: string
    label?: () => string
    icon: string
    group: 'application' | 'configuration'
    needs?: string
    /** The noun of the same group below which the navigation folds it. */
    under?: string
  }
  /** Its list in the reader area, which the navigation names by its plural or this `label`. */
  reader?: { to: string; icon: string; label?: () => string }
  /** Set if the activity records that it was created, updated and deleted; lists the actions in addition to those. */
  recorded?: readonly string[]
  /** The noun belongs to lending, and is hidden while the library does not lend. */
  isLending?: true
  /** Other nouns whose pages show or count it, and are refreshed when it changes. */
  shownBy?: readonly string[]
}

/** A value with a name of its own. */
export interface NamedValue {
  name: string
  value: string
}

/** A value of a field as forms and the API have it. */
export type ValueOfField = string | number | boolean | null | readonly string[] | readonly NamedValue[]

/** A row that a field refers to: its name, and what its word in each language is made of. */
export interface NamedRow {
  name: string
  slug: string | null
  names: Partial<Record<Locale, string | undefined>> | null
}

/** The label of a field, and how its value is shown if not as a plain text, number or boolean. */
export interface FieldWords {
  label: () => string
  /** How a value reads that is no plain text or number, or each of a list: the word of a choice, a day, a year. */
  word?: (value: string) => string
  /** How the row reads that its value is the id of. */
  rowWord?: (row: NamedRow) => string
  /** How a row reads that is not there any more. */
  goneWord?: () => string
  /** The address of the picture that its value names, which is shown beside the word. */
  picture?: (value: string) => string
  /** The field changes only together with others, so the sentence about a change omits it. */
  isFollowing?: boolean
}

/** A change that the activity shows as a sentence. */
interface RecordedChange {
  /** Placeholders for actor and subject in the sentence. */
  names: { actor: string; subject: string }
  /** The subject has a name; a former user has none any more. */
  isNamed: boolean
  /** The actor is the subject. */
  isOwn: boolean
  /** Number of changed subjects. */
  count: number
  /** The new value of a field. */
  valueOf: (field: string) => unknown
}

/** The words of a noun; the optional ones are only needed if the activity records it. */
export interface NounWords {
  /** The singular, in an error. */
  one: () => string
  /** The plural with a count. */
  many?: (words: { count: number; shown: string }) => string
  /** Stands for the name of a row that is deleted for good, of which only the activity is kept. */
  former?: () => string
  /** Why a value cannot be restored that another row has by now. */
  taken?: () => string
  /** The words of its fields, by their names in forms, the activity and the API. */
  fields?: Readonly<Record<string, FieldWords>>
  /** Sentences of the activity by action, where they differ from "added", "changed" and "deleted". */
  sentences?: Readonly<Record<string, (change: RecordedChange) => string | undefined>>
}

type Nouns = Readonly<Record<string, Noun>>
type Name<All extends Nouns> = keyof All & string
type ActionOf<One extends Noun> = keyof One['actions'] & string
type NamesWith<All extends Nouns, Part extends keyof Noun> = {
  [One in Name<All>]: All[One] extends Required<Pick<Noun, Part>> ? One : never
}[Name<All>]

/** Such as `book:create`. */
export type PermissionOf<All extends Nouns> = { [One in Name<All>]: `${One}:${ActionOf<All[One]>}` }[Name<All>]
/** The permissions that an API key can have. */
export type KeyScopeOf<All extends Nouns> = {
  [One in NamesWith<All, 'label'>]: `${One}:${Exclude<ActionOf<All[One]>, NotForKeys<All[One]>>}`
}[NamesWith<All, 'label'>]
type NotForKeys<One extends Noun> = One extends { notForKeys: readonly (infer Action)[] } ? Action : never

/** The names of the nouns that declare a part, such as `manager`, in their order. */
export const namesWith = <All extends Nouns, Part extends keyof Noun>(nouns: All, part: Part) =>
  Object.keys(nouns).filter((name) => nouns[name]?.[part] !== undefined) as NamesWith<All, Part>[]

/** What the managers' navigation calls the list of a noun. */
export const navigationLabel = ({ label, manager }: Noun): string | undefined => (manager?.label ?? label)?.()

/** The actions of each noun. */
export const statementsOf = <All extends Nouns>(nouns: All) =>
  Object.fromEntries(Object.entries(nouns).map(([name, { actions }]) => [name, Object.keys(actions)])) as unknown as {
    [One in Name<All>]: readonly ActionOf<All[One]>[]
  }

/** The actions of each noun that are allowed to one of `allowed`, without nouns that have none. */
export const grantsOf = <All extends Nouns>(nouns: All, allowed: readonly Who[]) =>
  Object.fromEntries(
    Object.entries(nouns)
      .map(([name, { actions }]) => [
        name,
        Object.keys(actions).filter((action) => allowed.includes(actions[action] ?? 'nobody')),
      ])
      .filter(([, granted]) => granted?.length),
  ) as { [One in Name<All>]?: readonly ActionOf<All[One]>[] }

/** The permissions that an API key can have, by noun. */
export const keyScopesOf = <All extends Nouns>(nouns: All) =>
  Object.entries(nouns).flatMap(([name, { actions, label, notForKeys = [] }]) =>
    Object.keys(label ? actions : {})
      .filter((action) => !notForKeys.includes(action))
      .map((action) => `${name}:${action}`),
  ) as KeyScopeOf<All>[]

/** The actions that the activity records, such as `book.create`, by noun. */
export const recordedActionsOf = <All extends Nouns>(nouns: All) =>
  Object.entries(nouns).flatMap(([name, { recorded }]) =>
    recorded ? ['create', 'update', 'delete', ...recorded].map((action) => `${name}.${action}`) : [],
  ) as {
    [One in NamesWith<All, 'recorded'>]: `${One}.${'create' | 'update' | 'delete' | Recorded<All[One]>}`
  }[NamesWith<All, 'recorded'>][]
type Recorded<One extends Noun> = One extends { recorded: readonly (infer Action extends string)[] } ? Action : never

/** The permission of an action. */
export const statedPermission = <All extends Nouns>(_nouns: All, name: Name<All>, action: string) =>
  `${name}:${action}` as PermissionOf<All>

/** The permission to read an item: `book:read`, or `user:get` if that differs from reading the list. */
export const readPermissionOf = <All extends Nouns>(nouns: All, name: Name<All>) =>
  `${name}:${nouns[name]?.actions.get ? 'get' : 'read'}` as PermissionOf<All>
