import type { Command } from 'commander'
import { addBackup } from './backup.ts'
import { addCode } from './code.ts'
import { addDoctor } from './doctor/doctor.ts'
import { addExport } from './export/export.ts'
import { addImport } from './import/import.ts'
import { addLibrary } from './library/library.ts'
import { addLookup } from './lookup/lookup.ts'
import { addMigrate } from './migrate.ts'
import { addSeed } from './seed.ts'
import { addUpdateCheck } from './update-check.ts'
import { addUser } from './user.ts'

/** Adds all verbs of the command line, in the order of its help. */
export function addVerbs(program: Command): void {
  addMigrate(program)
  addSeed(program)
  addUser(program)
  addCode(program)
  addImport(program)
  addExport(program)
  addBackup(program)
  addDoctor(program)
  addLookup(program)
  addLibrary(program)
  addUpdateCheck(program)
}
