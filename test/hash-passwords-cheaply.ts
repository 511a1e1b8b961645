import { hashPasswordsCheaply } from './harness/password-cost.ts'

/** Loaded before every test. */
hashPasswordsCheaply()
