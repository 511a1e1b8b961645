import re,sys,json
def add(loc, entries):
    p=f'web/learner/messages/screens/{loc}.ts'
    s=open(p).read()
    head,body=s.split('export default {\n',1)
    body,tail=body.rsplit('}',1)
    # parse entries: each starts with two-space quote key
    items=re.split(r"(?m)^(?=  ')",body)
    lead=items[0]; items=items[1:]
    d={}
    for it in items:
        k=re.match(r"  '([^']+)'",it).group(1)
        d[k]=it
    for k,v in entries.items():
        if isinstance(v,dict):
            val='{ '+', '.join(f"{a}: {q(b)}" for a,b in v.items())+' }'
        else: val=q(v)
        d[k]=f"  '{k}': {val},\n"
    body=lead+''.join(d[k] for k in sorted(d))
    open(p,'w').write(head+'export default {\n'+body+'}'+tail)
def q(s):
    return "'"+s.replace("\\","\\\\").replace("'","\\'")+"'" if "'" not in s else '"'+s.replace('"','\\"')+'"'
def run(M):
    for i,loc in enumerate(['en','fr','pt','sw','ar']):
        add(loc,{k:v[i] for k,v in M.items()})
