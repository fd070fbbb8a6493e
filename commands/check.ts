import { lintAndTypes, pageTypes, quickChecks } from './verify/checks.ts'
import { conclude, perform, performTogether } from './verify/step.ts'

conclude([...(await performTogether([...quickChecks, pageTypes])), await perform(lintAndTypes)])
