import { expect, test } from 'vitest'
import { joinRoster, numberColumn } from './join-roster.ts'
import { columnKey, NO_TABLE, type RosterTable, type RosterTables } from './roster-table.ts'

const table = (...lines: string[]): RosterTable => {
  const [header = [], ...rows] = lines.map((line) => line.split(','))
  return {
    columns: new Map(header.map((name, at) => [columnKey(name), at])),
    rows: rows.map((cells, at) => ({ row: at + 2, cells })),
  }
}

const EMPTY: RosterTables = {
  users: NO_TABLE,
  teachers: NO_TABLE,
  roles: NO_TABLE,
  classes: NO_TABLE,
  enrollments: NO_TABLE,
}

const join = (tables: Partial<RosterTables>, ...here: string[]) =>
  joinRoster({ ...EMPTY, ...tables }, (title) => here.includes(title))

/** Name, class or `staff`, of each row. */
const people = ({ rows }: ReturnType<typeof join>) =>
  rows.map(({ row, className, isStaff }) => `${row.cells[1]} ${row.cells[0]}: ${isStaff ? 'staff' : className}`)

const USERS = 'sourcedId,status,enabledUser,givenName,familyName,identifier,grades'
const CLASSES = 'sourcedId,status,title,classType'
const ENROLLMENTS = 'classSourcedId,userSourcedId,role,status'

test('The homeroom is the class, else the only one, else one that is here, else the grade; lessons make no classes', () => {
  const classes = table(CLASSES, 'h,,6A,homeroom', 'm,,Maths 6,scheduled', 'a,,Art 6,scheduled', 'b,,6B,scheduled')
  const users = table(
    USERS,
    'u1,,,Awa,A,,',
    'u2,,,Ben,B,,',
    'u3,,,Cam,C,,',
    'u4,,,Dia,D,,06',
    'u5,,,Eva,E,,',
    'u6,,,Fay,F,,',
  )
  const enrollments = table(
    ENROLLMENTS,
    ...['m,u1', 'h,u1', 'm,u2', 'm,u3', 'b,u3', 'm,u4', 'a,u4', 'm,u5', 'a,u5'].map((pair) => `${pair},student,`),
  )
  const list = join({ users, classes, enrollments }, '6B')
  expect(people(list)).toEqual(['Awa A: 6A', 'Ben B: Maths 6', 'Cam C: 6B', 'Dia D: 6', 'Eva E: ', 'Fay F: '])
  expect(list.roster).toEqual({ families: 0, ended: 0, several: 4, withoutClass: 2 })
})

test('Deleted people, classes, enrolments and roles do not count; who is disabled stays while in a class', () => {
  const list = join({
    users: table(
      USERS,
      'u1,tobedeleted,,Awa,A,,',
      'u2,active,false,Ben,B,,',
      'u3,active,false,Cam,C,,',
      'u4,active,true,Dia,D,,',
    ),
    classes: table(CLASSES, 'c1,active,6A,homeroom', 'c2,tobedeleted,6Z,homeroom'),
    enrollments: table(ENROLLMENTS, 'c1,u2,student,active', 'c2,u3,student,active', 'c1,u4,student,tobedeleted'),
  })
  expect(people(list)).toEqual(['Ben B: 6A', 'Dia D: '])
  expect(list.roster).toMatchObject({ ended: 2, withoutClass: 1 })
})

test('Roles are those of OneRoster 1.1, of its 1.2 and of School Data Sync; the primary one decides, and families are left out', () => {
  const old = join({
    users: table(
      'sourcedId,role,givenName,familyName',
      '1,student,A,A',
      '2,teacher,B,B',
      '3,guardian,C,C',
      '4,aide,D,D',
    ),
  })
  expect(people(old)).toEqual(['A A: ', 'B B: staff', 'D D: staff'])
  const now = join({
    users: table('sourcedId,givenName,familyName', '1,A,A', '2,B,B', '3,C,C', '4,D,D', '5,E,E'),
    roles: table(
      'userSourcedId,roleType,role,status',
      '1,secondary,teacher,active',
      '1,primary,student,active',
      '2,primary,parent,active',
      '2,secondary,principal,active',
      '3,primary,relative,active',
      '4,primary,student,tobedeleted',
    ),
    enrollments: table(ENROLLMENTS, 'x,4,teacher,'),
  })
  expect(people(now)).toEqual(['A A: ', 'B B: staff', 'D D: staff', 'E E: '])
  expect(now.roster?.families).toBe(1)
})

test('School Data Sync 1 has pupils and staff apart, Clever too', () => {
  const list = join({
    users: table(
      'SIS ID,School SIS ID,Username,First Name,Last Name,Student Number,Grade',
      's1,9,awa,Awa,Ba,77,6',
      's2,9,ben,Ben,Sy,78,7',
    ),
    usersAre: 'pupil',
    teachers: table('SIS ID,School SIS ID,First Name,Last Name', 't1,9,Omar,Fall'),
    classes: table('SIS ID,School SIS ID,Section Name', 'k1,9,6A'),
    enrollments: table('Section SIS ID,SIS ID', 'k1,s1'),
  })
  expect(people(list)).toEqual(['Awa Ba: 6A', 'Ben Sy: 7', 'Omar Fall: staff'])
  const clever = join({
    users: table('School_id,Student_id,First_name,Last_name', '9,s1,Awa,Ba'),
    usersAre: 'pupil',
    classes: table('School_id,Section_id,Name', '9,k1,6A'),
    enrollments: table('School_id,Section_id,Student_id', '9,k1,s1'),
  })
  expect(people(clever)).toEqual(['Awa Ba: 6A'])
})

test('The school number is the column that has the numbers of the library, else the first one filled for most', () => {
  const list = join({
    users: table(
      'sourcedId,username,givenName,familyName,identifier',
      'id1,awa,Awa,Ba,',
      'id2,ben,Ben,Sy,',
      'id3,cam,Cam,Fall,33',
    ),
  })
  const header = (index: number | undefined) => list.header[index ?? -1]
  expect(header(numberColumn(list, new Set()))).toBe('sourcedId')
  expect(header(numberColumn(list, new Set(['BEN', 'CAM'])))).toBe('username')
  expect(header(numberColumn(list, new Set(['33'])))).toBe('identifier')
})

test('A preferred name is the name, and nothing but names, numbers, address, grade and class is read', () => {
  const list = join({
    users: table('sourcedId,givenName,preferredGivenName,familyName,password,phone', '1,Marie,Mia,Ba,secret,0123'),
  })
  expect(people(list)).toEqual(['Mia Ba: '])
  expect(JSON.stringify(list)).not.toMatch(/secret|0123/)
})
