import { nameWords } from '#exchange/import/shared/name-words.ts'

/** What a column of a list of people may be read as. Without a first name of its own, the whole name is in `name`. */
export const PEOPLE_FIELDS = ['name', 'firstName', 'class', 'schoolNumber', 'card', 'email'] as const
type PeopleField = (typeof PEOPLE_FIELDS)[number]
export type PeopleColumns = Partial<Record<PeopleField, number>>

const folded = (name: string): string => nameWords(name.replace(/\(e\)/giu, 'e')).join('')

const named = (names: string): string[] => names.split(', ').map(folded)

// In four languages, and as Koha, Pronote, Siècle, ONDE, Destiny, OpenLibry, OneRoster and School Data Sync write them.

const FIRST = named(
  "first name, first names, forename, forenames, given name, given names, prénom, prénoms, prénom usuel, prénom de l'élève, prénom élève, 1er prénom, premier prénom, jina la kwanza, الاسم الأول, الاسم الشخصي, اسم الطالب الأول, vorname",
)
const LAST = named(
  "surname, last name, last names, family name, nom de famille, nom de naissance, nom d'usage, nom usuel, jina la ukoo, jina la mwisho, jina la familia, اللقب, النسب, اسم العائلة, الاسم العائلي, nachname",
)
/** The family name, or the whole: what it is, the other columns say. */
const PLAIN = named("name, nom, noms, nom élève, nom de l'élève, jina, الاسم, اسم")
const WHOLE = named(
  "full name, student name, name of student, pupil name, name of pupil, learner name, names, student, pupil, learner, borrower, reader, patron, patron name, nom et prénom, nom et prénoms, noms et prénoms, nom prénom, nom prénoms, prénom et nom, prénom nom, nom complet, élève, élèves, nom et prénom de l'élève, emprunteur, lecteur, jina kamili, majina, jina la mwanafunzi, mwanafunzi, الاسم الكامل, اسم الطالب, اسم التلميذ, اسم التلميذة, الطالب, التلميذ, الاسم الثلاثي, الاسم الرباعي, الاسم واللقب, اللقب والاسم, الاسم و اللقب, اللقب و الاسم, display name",
)

/** Of several columns, the earlier name wins: a class before the grade to which it belongs. */
const OTHERS: Readonly<Record<Exclude<PeopleField, 'name' | 'firstName'>, readonly string[]>> = {
  class: named(
    "class, class name, classe, nom de la classe, classe de l'élève, libellé classe, lib. classe, division, code division, library class, homeroom, home room, tutor group, form, form class, registration group, darasa, mkondo, kidato, الصف, الفصل, القسم, الشعبة, الفوج, klasse, group, groupe, class or group, kundi, مجموعة, room, section, niveau, grade, grade level, school grade, year group, year, statistic 1, sort1, category, categorycode, category code, patron type, patron category",
  ),
  schoolNumber: named(
    "school number, student number, student no, student id, studentid, pupil number, pupil id, admission number, admission no, adm no, admno, registration number, reg no, matricule, n° matricule, numéro matricule, numéro de matricule, n° élève, numéro élève, numéro de l'élève, identifiant, identifiant élève, identifiant national, ine, num ine, numéro national, n° national, upn, district id, sis id, user name, username, identifier, namba ya mwanafunzi, nambari ya mwanafunzi, namba ya usajili, nambari ya usajili, namba ya shule, رقم الطالب, رقم التلميذ, رقم التسجيل, رقم القيد, الرقم الوطني, رقم مسار, الرقم المدرسي, رقم الجلوس, nummer, id, borrowernumber",
  ),
  card: named(
    'library card, library card number, card number, card no, cardnumber, card, barcode, bar code, patron barcode, code-barres, code barre, carte de lecteur, n° carte, numéro de carte, carte, kadi ya maktaba, namba ya kadi, nambari ya kadi, kadi, بطاقة المكتبة, رقم البطاقة, رقم بطاقة المكتبة, البطاقة, الباركود',
  ),
  email: named(
    'email, e-mail, email address, mail, e-mail address, mailadresse, adresse e-mail, adresse mail, courriel, adresse électronique, mél, barua pepe, البريد الإلكتروني, البريد',
  ),
}

const BIRTH = named(
  'date of birth, dateofbirth, birth date, birthdate, birthday, dob, né le, née le, né(e) le, date de naissance, date naissance, tarehe ya kuzaliwa, تاريخ الميلاد, تاريخ الازدياد, تاريخ الولادة, geburtsdatum',
)

const SECRET = named(
  'password, passwd, pin, pin code, mot de passe, mdp, passwort, nenosiri, neno la siri, كلمة المرور, كلمة السر',
)

const KNOWN = new Set([...FIRST, ...LAST, ...PLAIN, ...WHOLE, ...Object.values(OTHERS).flat(), ...BIRTH])

/** Whether this is the name of a column of a list of people, by which its heading is found. */
export const isPeopleHeader = (name: string): boolean => KNOWN.has(folded(name))

/** Whether a column has days of birth, which are not kept. */
export const isOfBirth = (name: string): boolean => BIRTH.includes(folded(name))

/** Whether a column has passwords, which are not even read. */
export const isSecret = (name: string): boolean => SECRET.includes(folded(name))

/** The column of each field, by the names of the columns. */
export function findPeopleColumns(header: readonly string[]): PeopleColumns {
  const names = header.map(folded)
  const taken = new Set<number>()
  const find = (wanted: readonly string[]): number | undefined => {
    for (const one of wanted) {
      const index = names.findIndex((name, at) => name === one && !taken.has(at))
      if (index >= 0) return index
    }
    return undefined
  }
  const columns: PeopleColumns = {}
  const put = (field: PeopleField, index: number | undefined) => {
    if (index === undefined) return
    columns[field] = index
    taken.add(index)
  }
  const [first, last, plain, whole] = [FIRST, LAST, PLAIN, WHOLE].map((one) => find(one))
  if (first !== undefined) {
    put('firstName', last === undefined && plain === undefined ? undefined : first)
    put('name', last ?? plain ?? whole ?? first)
  } else if (last !== undefined && plain !== undefined) {
    // `Name` beside `Surname`, `الاسم` beside `اللقب`.
    put('firstName', plain)
    put('name', last)
  } else put('name', whole ?? plain ?? last)
  put('class', find(OTHERS.class))
  put('card', find(OTHERS.card))
  put('email', find(OTHERS.email))
  put('schoolNumber', find(OTHERS.schoolNumber))
  return columns
}

/** Whether the columns are those of a list of people: a name, and beside it something else that people have. */
export function isClassList(header: readonly string[]): boolean {
  const { name, ...others } = findPeopleColumns(header)
  return name !== undefined && (Object.keys(others).length > 0 || header.some(isOfBirth))
}
