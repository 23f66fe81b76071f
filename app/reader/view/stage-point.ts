/** Point of the stage, or a distance on it, in CSS px. */
export type StagePoint = { x: number; y: number };
