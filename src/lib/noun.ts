/** Who may do something: every user, managers alone, or no role yet. */
type Who = 'user' | 'admin' | 'nobody'

/** What a noun of the library says of itself; permissions, API keys, navigation, activity and more are derived from it. */
export interface Noun {
  /** What may be done with it, and who may. */
  actions: Readonly<Record<string, Who>>
  /** Actions that no API key can be given: those that no REST route asks for. A noun without a label is not for keys at all. */
  notForKeys?: readonly string[]
  /** What several are called, in the navigation and above the permissions of a key. */
  label?: () => string
  /** Its list in the manager area; a page of one has the id below it. */
  manager?: { to: string; icon: string; group: 'application' | 'configuration' }
  /** Its list in the reader area. */
  reader?: { to: string; icon: string }
  /** The activity records that it was created, updated and deleted; here other changes that have a name of their own. */
  recorded?: readonly string[]
  /** Other nouns whose pages show or count it: they are loaded anew when it changes. */
  shownBy?: readonly string[]
}

/** What a field is called, and how its value reads where that is not said as for any text, number, yes or no. */
export interface FieldWords {
  label: () => string
  /** Of a choice, its word; of a day, the day as people write it. */
  word?: (value: string) => string
  /** It changes only along with others: the sentence about a change leaves it out. */
  isFollowing?: boolean
}

/** A change that the activity tells in a sentence. */
interface ToldChange {
  /** What stands for actor and subject in the sentence. */
  names: { actor: string; subject: string }
  /** The subject has done it. */
  isOwn: boolean
  /** How many subjects it was done to. */
  count: number
  /** What a field holds since. */
  valueOf: (field: string) => unknown
}

/** How people speak of a noun; without those that only the activity needs for one that it does not record. */
export interface NounWords {
  /** One of them, in a refusal. */
  one: () => string
  /** So many of them. */
  many?: (words: { count: number; shown: string }) => string
  /** Its fields by their names in its form, in the activity and in the API. */
  fields?: Readonly<Record<string, FieldWords>>
  /** Sentences of the activity that differ from "added", "changed" and "deleted", by action; undefined for the usual one. */
  sentences?: Readonly<Record<string, (change: ToldChange) => string | undefined>>
}

type Nouns = Readonly<Record<string, Noun>>
type Name<All extends Nouns> = keyof All & string
type ActionOf<One extends Noun> = keyof One['actions'] & string
type NamesWith<All extends Nouns, Part extends keyof Noun> = {
  [One in Name<All>]: All[One] extends Required<Pick<Noun, Part>> ? One : never
}[Name<All>]

/** Such as `book:create`. */
export type PermissionOf<All extends Nouns> = { [One in Name<All>]: `${One}:${ActionOf<All[One]>}` }[Name<All>]
/** The permissions that an API key can be given. */
export type KeyScopeOf<All extends Nouns> = {
  [One in NamesWith<All, 'label'>]: `${One}:${Exclude<ActionOf<All[One]>, NotForKeys<All[One]>>}`
}[NamesWith<All, 'label'>]
type NotForKeys<One extends Noun> = One extends { notForKeys: readonly (infer Action)[] } ? Action : never

/** The names of the nouns that have a part, such as a list for managers, in their order. */
export const namesWith = <All extends Nouns, Part extends keyof Noun>(nouns: All, part: Part) =>
  Object.keys(nouns).filter((name) => nouns[name]?.[part] !== undefined) as NamesWith<All, Part>[]

/** The actions of each noun. */
export const statementsOf = <All extends Nouns>(nouns: All) =>
  Object.fromEntries(Object.entries(nouns).map(([name, { actions }]) => [name, Object.keys(actions)])) as unknown as {
    [One in Name<All>]: readonly ActionOf<All[One]>[]
  }

/** The actions of each noun that one of these allows; a noun without any is left out. */
export const grantsOf = <All extends Nouns>(nouns: All, allowed: readonly Who[]) =>
  Object.fromEntries(
    Object.entries(nouns)
      .map(([name, { actions }]) => [
        name,
        Object.keys(actions).filter((one) => allowed.includes(actions[one] ?? 'nobody')),
      ])
      .filter(([, granted]) => granted?.length),
  ) as { [One in Name<All>]?: readonly ActionOf<All[One]>[] }

/** The permissions that an API key can be given, noun after noun: all, or those that one of these allows. */
export const keyScopesOf = <All extends Nouns>(nouns: All, allowed?: readonly Who[]) =>
  Object.entries(nouns).flatMap(([name, { actions, label, notForKeys = [] }]) =>
    Object.entries(label ? actions : {})
      .filter(([action, who]) => !notForKeys.includes(action) && (allowed?.includes(who) ?? true))
      .map(([action]) => `${name}:${action}`),
  ) as KeyScopeOf<All>[]

/** What the activity records, such as `book.create`, noun after noun. */
export const recordedActionsOf = <All extends Nouns>(nouns: All) =>
  Object.entries(nouns).flatMap(([name, { recorded }]) =>
    recorded ? ['create', 'update', 'delete', ...recorded].map((action) => `${name}.${action}`) : [],
  ) as {
    [One in NamesWith<All, 'recorded'>]: `${One}.${'create' | 'update' | 'delete' | Recorded<All[One]>}`
  }[NamesWith<All, 'recorded'>][]
type Recorded<One extends Noun> = One extends { recorded: readonly (infer Action extends string)[] } ? Action : never

/** What reading one of a noun needs: `book:read`, or `user:get` where one is read apart from the list. */
export const readPermissionOf = <All extends Nouns>(nouns: All, name: Name<All>) =>
  `${name}:${nouns[name]?.actions.get ? 'get' : 'read'}` as PermissionOf<All>
