import { testAreas } from './axe.ts'
import { testAsSharedManager as test } from './own-manager.ts'
import { AREAS } from '../testing/screens/list.ts'

test.describe.configure({ mode: 'default' })

testAreas(
  AREAS.filter(({ person }) => person === 'admin'),
  test,
)
