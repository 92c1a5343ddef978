import { testAreas } from './axe.ts'
import { AREAS } from '../testing/screens/list.ts'

// Those with settings are checked in the journeys that have such a server.
testAreas(AREAS.filter(({ person, settings }) => person !== 'admin' && !settings))
