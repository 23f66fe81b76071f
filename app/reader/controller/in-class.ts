/** Reading together with a class, as the reader's components see it. docs/product/reader.md#reading-together. */

/** A teacher leads, a pupil follows. */
export type InClass = { role: "leader" | "pupil"; bookId: string };

/** Why a screen is no longer led: the teacher has stopped, the 45 minutes are over, or the session has ended. */
export type WhyEnded = "leader" | "time" | "signed_out";

export type Together = InClass & {
  /** The reading that is led or followed here; null for none. */
  id: string | null;
  /** Why the last one has ended, until it has been read. */
  ended: WhyEnded | null;
  begin(id: string): void;
  end(why: WhyEnded | null): void;
};
