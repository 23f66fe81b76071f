import { ServiceError } from "~/services/contracts/service-error";

/**
 * Restores a deleted item. If it is not among the deleted ones, it is read: somebody else has restored it meanwhile.
 * @returns the reply with the item
 * @throws ServiceError of `restore`; 404 of `read` if there is no such item
 */
export async function restoreOrRead<Reply>(restore: () => Promise<Reply>, read: () => Promise<Reply>): Promise<Reply> {
  try {
    return await restore();
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return read();
    throw error;
  }
}
