-- Who is neither a user nor in the trash any more is forgotten: what they did stays, their name and address do not. A
-- trigger of both tables, so that no way of deleting can forget it. Moving to the trash adds the row there in the same
-- statement, and a restoration adds the user before it leaves the trash.
CREATE OR REPLACE FUNCTION public.forget_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  gone uuid[];
BEGIN
  SELECT array_agg(former.id) INTO gone FROM old_rows AS former
  WHERE NOT EXISTS (SELECT FROM public."user" AS present WHERE present.id = former.id)
    AND NOT EXISTS (SELECT FROM public.deleted_user AS kept WHERE kept.id = former.id);
  IF gone IS NULL THEN RETURN NULL; END IF;
  UPDATE public.activity SET subject_name = NULL, before = NULL, after = NULL
  WHERE subject_id = ANY (gone) AND subject_kind = 'user'
    AND (subject_name IS NOT NULL OR before IS NOT NULL OR after IS NOT NULL);
  UPDATE public.activity SET actor_id = NULL WHERE actor_id = ANY (gone);
  UPDATE public.book_import SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.book_import SET undone_by = NULL WHERE undone_by = ANY (gone);
  UPDATE public.book_bulk SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.copy_bulk SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.year_end SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.stocktake SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.stocktake_scan SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.stocktake_fix SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.due_change SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.account_bulk SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.borrower_bulk SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.book_merge SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.duplicate SET dismissed_by = NULL WHERE dismissed_by = ANY (gone);
  UPDATE public.deleted_book SET deleted_by = NULL WHERE deleted_by = ANY (gone);
  UPDATE public.deleted_user SET deleted_by = NULL WHERE deleted_by = ANY (gone);
  UPDATE public.deleted_borrower SET deleted_by = NULL WHERE deleted_by = ANY (gone);
  UPDATE public.deleted_borrower SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.saved_view SET shared_by_id = NULL WHERE shared_by_id = ANY (gone);
  UPDATE public.loan SET lent_by = NULL WHERE lent_by = ANY (gone);
  UPDATE public.loan SET returned_by = NULL WHERE returned_by = ANY (gone);
  DELETE FROM public.account_bulk_row WHERE linked_id = ANY (gone);
  DELETE FROM public.saved_view WHERE owner_id = ANY (gone);
  RETURN NULL;
END
$function$;

CREATE TRIGGER deleted_user_forgotten AFTER DELETE ON public.deleted_user REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.forget_users();
CREATE TRIGGER user_forgotten AFTER DELETE ON public."user" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.forget_users();
