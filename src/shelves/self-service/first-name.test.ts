import { expect, test } from 'vitest'
import { firstNameOf } from './first-name.ts'

test.each([
  ['Fatou Diop', 'Fatou'],
  ['  Fatou   Diop ', 'Fatou'],
  ['Diop, Fatou', 'Fatou'],
  ['Diop, Fatou Aminata', 'Fatou'],
  ['DIOP Fatou', 'Fatou'],
  ['NDIAYE DIOP Fatou', 'Fatou'],
  ['Fatou DIOP', 'Fatou'],
  ['FATOU DIOP', 'FATOU'],
  ['DIOP M. Fatou', 'Fatou'],
  ['Neema', 'Neema'],
  ['Diop,', 'Diop'],
  ['عبد الله بن عمر', 'عبد الله'],
  ['ليلى حسن', 'ليلى'],
  ['Abdul Rahman Juma', 'Abdul Rahman'],
  ['Abdul', 'Abdul'],
])('of %s it is %s', (name, first) => {
  expect(firstNameOf(name)).toBe(first)
})
