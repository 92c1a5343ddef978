import type { OpenList } from '../open-list.ts'
import { cellReader, type RosterTable, type RosterTables } from './roster-table.ts'

/** The columns that a roster is joined to: what a class list can have, and nothing else, since `users.csv` has passwords and telephones. */
const HEADER = ['familyName', 'givenName', 'identifier', 'sourcedId', 'username', 'email', 'grade', 'class'] as const
const COLUMNS = { name: 0, firstName: 1, email: 5, class: 7 }
/** What may be the school number, the likeliest first. */
const NUMBERS = [2, 3, 4] as const
const NUMBER_LENGTH = 50

type Kind = 'pupil' | 'staff' | 'other'

interface RosterClass {
  title: string
  isHomeroom: boolean
}

/** Roles in families. Who has no other one borrows nothing here. */
const OF_FAMILIES = new Set(['guardian', 'parent', 'relative', 'legalguardian', 'contact', 'emergencycontact'])
const PUPILS = new Set(['student', 'pupil', 'learner'])
const ENDED = new Set(['tobedeleted', 'deleted', 'inactive'])

const kindOf = (role: string): Kind => {
  const key = role.toLowerCase()
  return PUPILS.has(key) ? 'pupil' : OF_FAMILIES.has(key) ? 'other' : 'staff'
}

/** Of several roles, the first that borrows; undefined without any. */
const kindOfRoles = (roles: readonly string[]): Kind | undefined => {
  const kinds = roles.map(kindOf)
  return kinds.find((kind) => kind !== 'other') ?? kinds[0]
}

const isEnded = (table: RosterTable) => {
  const status = cellReader(table, 'status')
  return (row: { cells: string[] }) => ENDED.has(status(row).toLowerCase())
}

/**
 * The people of a roster as a list with one row each. `isHere` tells whether the library has a class of that name. Who is marked as
 * deleted has no row, nor has who is disabled and in no class; nor have parents and others of families.
 */
export function joinRoster(tables: RosterTables, isHere: (className: string) => boolean): OpenList {
  const roles = rolesOf(tables.roles)
  const { classesOf, roleOf } = enrolled(tables)
  const roster = { families: 0, ended: 0, several: 0, withoutClass: 0 }
  const list: OpenList = { header: [...HEADER], rows: [], columns: COLUMNS, roster }

  const add = (table: RosterTable, always?: Kind) => {
    const read = {
      id: cellReader(table, 'sourcedid', 'sisid', 'studentid', 'teacherid'),
      family: cellReader(table, 'preferredfamilyname', 'familyname', 'lastname'),
      given: cellReader(table, 'preferredgivenname', 'givenname', 'firstname'),
      identifier: cellReader(table, 'identifier', 'studentnumber', 'teachernumber', 'usermasteridentifier'),
      username: cellReader(table, 'username'),
      email: cellReader(table, 'email', 'studentemail', 'teacheremail', 'secondaryemail'),
      grade: cellReader(table, 'grades', 'grade'),
      role: cellReader(table, 'role'),
      isEnabled: cellReader(table, 'enableduser'),
    }
    const hasEnded = isEnded(table)
    for (const row of table.rows) {
      const id = read.id(row)
      const classes = classesOf.get(id) ?? []
      if (hasEnded(row) || (read.isEnabled(row).toLowerCase() === 'false' && classes.length === 0)) {
        roster.ended += 1
        continue
      }
      const own = roles.get(id)
      const given = [...(own?.roles ?? []), read.role(row)].filter(Boolean)
      const kind = always ?? kindOfRoles(given) ?? kindOfRoles([roleOf.get(id) ?? 'student'])
      if (kind === 'other') {
        roster.families += 1
        continue
      }
      const grade = gradeOf(own?.grade || read.grade(row))
      const isStaff = kind === 'staff'
      const className = isStaff ? '' : chooseClass(classes, isHere, grade)
      if (!isStaff && classes.length > 1) roster.several += 1
      if (!isStaff && className === '') roster.withoutClass += 1
      const cells = [read.family(row), read.given(row), read.identifier(row), id, read.username(row), read.email(row)]
      list.rows.push({
        row: { row: row.row, cells: [...cells, isStaff ? '' : grade, className] },
        className,
        ...(isStaff && { isStaff }),
      })
    }
  }
  add(tables.users, tables.usersAre)
  add(tables.teachers, 'staff')
  return list
}

/** By the id of a user: the roles, the primary one first, and the grade that School Data Sync has there. */
function rolesOf(table: RosterTable): Map<string, { roles: string[]; grade: string }> {
  const read = {
    user: cellReader(table, 'usersourcedid'),
    role: cellReader(table, 'role'),
    type: cellReader(table, 'roletype'),
    isPrimary: cellReader(table, 'isprimary', 'isprimaryrole'),
    grade: cellReader(table, 'grade'),
  }
  const hasEnded = isEnded(table)
  const found = new Map<string, { roles: string[]; grade: string }>()
  for (const row of table.rows) {
    const id = read.user(row)
    if (id === '' || hasEnded(row)) continue
    const one = found.get(id) ?? { roles: [], grade: '' }
    const isPrimary = read.type(row).toLowerCase() === 'primary' || read.isPrimary(row).toLowerCase() === 'true'
    if (isPrimary) one.roles.unshift(read.role(row))
    else one.roles.push(read.role(row))
    one.grade ||= read.grade(row)
    found.set(id, one)
  }
  return found
}

/** By the id of a user: the classes of which they are a pupil, and a role that an enrolment says. */
function enrolled({ classes: ofClasses, enrollments }: RosterTables) {
  const read = {
    id: cellReader(ofClasses, 'sourcedid', 'sisid', 'sectionid'),
    title: cellReader(ofClasses, 'title', 'sectionname', 'name'),
    type: cellReader(ofClasses, 'classtype'),
    ofClass: cellReader(enrollments, 'classsourcedid', 'sectionsisid', 'sectionid'),
    user: cellReader(enrollments, 'usersourcedid', 'sisid', 'studentsisid', 'studentid'),
    role: cellReader(enrollments, 'role'),
  }
  const hasClassEnded = isEnded(ofClasses)
  const classes = new Map<string, RosterClass>()
  for (const row of ofClasses.rows) {
    const title = read.title(row)
    if (title !== '' && !hasClassEnded(row))
      classes.set(read.id(row), { title, isHomeroom: read.type(row).toLowerCase() === 'homeroom' })
  }
  const hasEnded = isEnded(enrollments)
  const classesOf = new Map<string, RosterClass[]>()
  const roleOf = new Map<string, string>()
  for (const row of enrollments.rows) {
    if (hasEnded(row)) continue
    const [user, role, ofClass] = [read.user(row), read.role(row), classes.get(read.ofClass(row))]
    if (role !== '' && !roleOf.has(user)) roleOf.set(user, role)
    if (!ofClass) continue
    const before = classesOf.get(user)
    if (before) before.push(ofClass)
    else classesOf.set(user, [ofClass])
  }
  return { classesOf, roleOf }
}

const inOrder = new Intl.Collator('en', { numeric: true })

/**
 * The class of a pupil: the homeroom, else the only one, else one that is here, else the grade. Where all are lessons, an empty text:
 * a class is not made of each lesson.
 */
function chooseClass(classes: readonly RosterClass[], isHere: (title: string) => boolean, grade: string): string {
  const homerooms = classes.filter(({ isHomeroom }) => isHomeroom)
  const titles = [...new Set((homerooms.length > 0 ? homerooms : classes).map(({ title }) => title))]
  titles.sort((one, other) => inOrder.compare(one, other))
  const [first = grade] = titles
  if (titles.length < 2) return first
  return titles.find(isHere) ?? (homerooms.length > 0 ? first : grade)
}

/** `07` is 7, and of several the first one counts. */
const gradeOf = (text: string): string => (text.split(/[,;]/)[0] ?? '').trim().replace(/^0+(?=\d)/, '')

/** The column of a roster that has the school numbers: that in which most numbers of the library stand, else the first with numbers for most. */
export function numberColumn({ rows }: OpenList, numbers: ReadonlySet<string>): number | undefined {
  const filled = NUMBERS.map((index) => {
    const texts = rows.map(({ row }) => row.cells[index] ?? '').filter((text) => text !== '')
    const fitting = texts.filter((text) => text.length <= NUMBER_LENGTH)
    return { index, count: fitting.length, here: fitting.filter((text) => numbers.has(text.toUpperCase())).length }
  })
  const [best] = filled.toSorted((one, other) => other.here - one.here)
  if (best && best.here > 0) return best.index
  return filled.find(({ count }) => count * 2 > rows.length)?.index
}
