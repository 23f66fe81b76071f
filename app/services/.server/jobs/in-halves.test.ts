import { expect, it } from "vitest";
import { inHalves } from "./in-halves";

const numbers = Array.from({ length: 100 }, (_, place) => place);

it("given no bad item, then processes all items in one attempt", async () => {
  const done: number[][] = [];
  await inHalves(
    numbers,
    async (items) => void done.push([...items]),
    async () => expect.unreachable(),
  );
  expect(done).toEqual([numbers]);
});

it("given two bad items, then processes all others once and in order, and refuses each bad one with its error", async () => {
  const done: number[] = [];
  const refused: [number, string][] = [];
  const attempt = async (items: readonly number[]) => {
    for (const bad of [17, 63]) if (items.includes(bad)) throw new Error(`not ${bad}`);
    done.push(...items);
  };
  await inHalves(numbers, attempt, async (item, error) => void refused.push([item, (error as Error).message]));
  expect(done).toEqual(numbers.filter((each) => each !== 17 && each !== 63));
  expect(refused).toEqual([
    [17, "not 17"],
    [63, "not 63"],
  ]);
});

it("given an error that refuse rethrows, then rejects with it and attempts no later item", async () => {
  const tried: number[] = [];
  const attempt = async (items: readonly number[]) => {
    if (items.length > 1 || items[0] === 0) throw new Error("broken");
    tried.push(...items);
  };
  const refuse = async (_: number, error: unknown) => {
    throw error;
  };
  await expect(inHalves([0, 1, 2], attempt, refuse)).rejects.toThrow("broken");
  expect(tried).toEqual([]);
});
