import { quickChecks, typeCheck } from './verify/checks.ts'
import { conclude, perform, performTogether } from './verify/step.ts'

conclude([...(await performTogether(quickChecks)), await perform(typeCheck)])
